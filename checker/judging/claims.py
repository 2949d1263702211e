"""What a case needs, what an engine claims, and whether the former lies within the latter."""

from collections.abc import Iterator, Mapping, Sequence

from checker.editions import Span
from checker.engines import Description, GameClaims
from checker.model import Case, Json
from checker.positions.vocabulary import Vocabulary
from checker.reading.references import texts

_NEWEST = "newest"
"""Stands in an engine's claims for the wording of a card where a case names none."""

_CHECKPOINTS = frozenset(("expect", "legal", "illegal"))
"""A step with one of these keys looks and does nothing."""


def outside(case: Case, description: Description, cards: Sequence[str], span: Span, vocabulary: Vocabulary) -> str:
    """Return what in a case lies outside an engine's claims, or nothing."""
    claims = description.games.get(case.game)
    if claims is None:
        return f"the game {case.game}"
    lacking = [word for word in needs(case) if word not in description.capabilities]
    if lacking:
        return f"the capability {lacking[0]}"
    if unknown := _unknown(case, claims, cards, vocabulary):
        return unknown
    if claims.unseen and (hidden := sorted(claims.unseen & vocabulary.facts(case))):
        return f"the fact {hidden[0]}, which it cannot tell"
    if claims.unset and (lacking := sorted(claims.unset & vocabulary.told(case.given))):
        return f"the fact {lacking[0]}, which it cannot be given"
    if claims.editions is not None and span.outside(claims.editions):
        return f"the edition {span.names[-1]}"
    return ""


def _unknown(case: Case, claims: GameClaims, cards: Sequence[str], vocabulary: Vocabulary) -> str:
    """Return which card, wording or action of a case an engine does not know, or nothing."""
    if claims.cards is not None:
        own = {card.get("card") for card in case.cards}
        unknown = [card for card in cards if card not in claims.cards and card not in own]
        if unknown:
            return f"the card {unknown[0]}"
    if claims.wordings and (wording := _unclaimed_wording(case, claims.wordings, vocabulary)):
        return f"the wording {wording}"
    if claims.actions is not None:
        for action in actions(case):
            if not claims.actions & action.keys():
                return f"the action {next(iter(action), 'nothing')}"
    return ""


def _unclaimed_wording(case: Case, claimed: Mapping[str, frozenset[str]], vocabulary: Vocabulary) -> str:
    """Return a card in a case with its wording there, if an engine plays only other wordings; or nothing."""
    told = case.given.get(vocabulary.wordings, {}) if vocabulary.wordings else {}
    named = set(texts([case.given, list(case.steps)])) & claimed.keys()
    return next(
        (f"{card} {told.get(card, _NEWEST)}" for card in sorted(named) if told.get(card, _NEWEST) not in claimed[card]),
        "",
    )


def disowns(lack: Json, game: str, description: Description) -> bool:
    """Tell whether an engine says that it lacks what it expressly claims; a claim left out claims nothing."""
    claims, name = description.games[game], lack.get("name", "")
    match lack["what"]:
        case "game":
            return True
        case "card":
            return claims.cards is not None and name in claims.cards
        case "action":
            return claims.actions is not None and name in claims.actions
        case "edition":
            return claims.editions is not None and name in claims.editions
        case "capability":
            return name in description.capabilities
        case _:
            return False


def lack_in_words(lack: Json) -> str:
    """Return what an engine says that it does not have, as `the card Shock`."""
    return f"the {lack['what']} {lack.get('name', '')}".rstrip()


def needs(case: Case) -> list[str]:
    """Return the capabilities without which a case shows nothing."""
    asked = case.expectation
    needed = []
    if asked.possible or asked.offered or asked.not_offered:
        needed.append("choices")
    if asked.throughout is not None:
        needed.append("moments")
    if case.cards:
        needed.append("define-card")
    if any("event" in action for action in _every_action(case)):
        needed.append("instruct")
    return needed


def actions(case: Case) -> list[Json]:
    """Return a case's actions, without the checkpoints between them."""
    return [step for step in case.steps if not is_checkpoint(step)]


def _every_action(case: Case) -> Iterator[Json]:
    for step in case.steps:
        if is_checkpoint(step):
            yield from step.get("legal", ())
            yield from step.get("illegal", ())
        else:
            yield step


def is_checkpoint(step: Json) -> bool:
    """Tell whether a step only looks."""
    return not _CHECKPOINTS.isdisjoint(step)


def edition(case: Case, description: Description, span: Span) -> str | None:
    """Return the edition that an engine is told to play a case by: of those allowed, the newest that it knows."""
    claims = description.games[case.game].editions
    if claims is not None:
        return span.claimed(claims)
    return span.names[-1] if span.tell else None
