"""What every run needs: an adapter says what it is, plays cases, keeps to its claims and answers the same again."""

from time import monotonic

from checker.doctor.cases import answered, bare, easiest, inside
from checker.doctor.examination import Advice, Examination, Wrong
from checker.doctor.same import see_same
from checker.doctor.words import in_claims, in_outcome, of_another_kind
from checker.engines import Description, EngineFailure, messages
from checker.judging.claims import disowns, lack_in_words
from checker.judging.explore import answering
from checker.prose import many

_SLOW_START, _SLOW_RUN = 5.0, 1.0


def describe(e: Examination) -> str:
    """It starts and answers `describe`, in time."""
    began = monotonic()
    response = e.ask("describe", {"protocol": 1}, e.limits.start)
    e.told = messages.response(response)
    seconds = monotonic() - began
    if seconds > _SLOW_START:
        raise Advice(f"took {seconds:.1f} s to start", "load cards when they are first needed; each restart costs this")
    return f"answers in {seconds:.2f} s"


def description(e: Examination) -> str:
    """What it says of itself has the right form, and claims a game of the corpus."""
    messages.description(e.told)
    known = {ruling.game for ruling in e.corpus}
    if not known & e.told["games"].keys():
        what = f"the corpus has no game {next(iter(e.told['games']))!r}" if e.told["games"] else "claims no game"
        raise Advice(what, f"the games of the corpus are {', '.join(sorted(known))}, spelled like this")
    unheard_of = [
        said for game in known & e.told["games"].keys() for said in in_claims(game, e.told["games"][game], e.corpus)
    ]
    if unheard_of:
        raise Advice(
            _and_more(unheard_of),
            "claim by the words of docs/formats.md, and cards by their names in the corpus",
        )
    games = ", ".join(
        f"{game} ({many(len(claims['cards']), 'card')})" if "cards" in claims else game
        for game, claims in e.told["games"].items()
    )
    return f"{e.told['name']} {e.told['version']}: {games}; {', '.join(e.told['capabilities']) or 'no capabilities'}"


def _claim_more(e: Examination) -> str:
    """Return what to claim; often it is only the card that fills libraries or decks that is not listed."""
    from checker.reports.one_more import one_more

    found = one_more(e.corpus, Description.of(e.told), [*e.corpus.cases.values()])
    cards = ", or with ".join(f"{card} {many(number, 'case')}" for card, number in found[:3])
    return "claim fewer limits, or more cards and actions" + (f"; with {cards} would be sent" if cards else "")


def run(e: Examination) -> str:
    """It plays the easiest case within its claims."""
    there = inside(e)
    if not there:
        game, none = next(iter(e.told["games"]), "dominion"), "no case of the corpus lies within its claims"
        e.request = {"game": game, "given": bare(game), "actions": [], "answers": []}
        try:
            e.outcome = messages.outcome(messages.response(e.ask("run", e.request)))
        except EngineFailure as failure:
            raise Wrong(f"{none}; sent a position without cards: {failure.message}", _claim_more(e)) from failure
        raise Advice(none, _claim_more(e))
    began = monotonic()
    first, request = there[0]
    e.case, e.request = first, request
    e.outcome = messages.outcome(messages.response(e.ask("run", request)))
    seconds = monotonic() - began
    if seconds > _SLOW_RUN:
        raise Advice(f"took {seconds:.1f} s for one run", "do once, at the start, what every run needs")
    if "unsupported" in e.outcome:
        e.lacking.append((first, e.outcome["unsupported"]))
        if found := answered(e, there[1:], "state", "choice", "refused"):
            e.case, e.request, e.outcome = found
    kind = next(word for word in messages.OUTCOMES if word in e.outcome)
    if kind == "unsupported":
        raise Advice(
            f"{first.id}: answers that it does not have {lack_in_words(e.outcome['unsupported'])}",
            f"that is a good answer to begin with; an easy case to play is {easiest(e.corpus, there).id}",
        )
    return f"{e.case.id}: answers with `{kind}`"


def claims(e: Examination) -> str:
    """It disowns nothing that it claims."""
    description = Description.of(e.told)
    denied = [
        f"{case.id}: says that it does not have {lack_in_words(lack)}, which it claims"
        for case, lack in e.lacking
        if case.game in description.games and disowns(lack, case.game, description)
    ]
    if denied:
        listed = any(lack["what"] == "action" for _, lack in e.lacking)
        in_part = (
            "leave out the list of `actions` if it knows one of them only for some cards"
            if listed
            else "of a card that it has in part, say which `action` it lacks"
        )
        raise Wrong(
            _and_more(denied),
            f"take out of `describe` what it does not have; {in_part}; a run counts such a case as a breach of the "
            "protocol",
        )
    return "lacks nothing that it claims"


def _and_more(said: list[str]) -> str:
    more = len(said) - 1
    return f"{said[0]} (and {more} more)" if more else said[0]


def words(e: Examination) -> str:
    """The words in its answers are those of the game."""
    if e.case is None or e.request is None:
        return "no case lies within its claims"
    game = e.request["game"]
    if unknown := [*in_outcome(game, e.outcome, e.request["given"].get("players", ()), e.corpus)]:
        raise Advice(_and_more(unknown), "docs/formats.md has the words; a fact with another name is not compared")
    if other := [*of_another_kind(game, e.outcome)]:
        raise Advice(_and_more(other), "docs/formats.md says what each fact holds, such as a number or a word")
    if "unsupported" in e.outcome:
        return "no answer had any; play a case first"
    return "are those of the game"


def again(e: Examination) -> str:
    """It answers a request as it did before, also from a fresh process."""
    assert e.request is not None
    now, mend = messages.response(e.ask("run", e.request)), "keep nothing from one run to the next; seed what is random"
    see_same(e.outcome, now, "the same request got another answer", mend)
    e.patient.restart()
    now = messages.response(e.ask("run", e.request, e.limits.start))
    mend = "let a run depend on its parameters alone; seed what is random"
    see_same(e.outcome, now, "a fresh process answers differently", mend)
    return "the same answer, also from a fresh process" if e.patient.pipes else "the same answer"


def checkpoints(e: Examination) -> str:
    """Of several points of one run it tells what runs to each of them tell."""
    assert e.request is not None
    request = e.request
    done = request["actions"]
    numbers = list(range(len(done) + 1))
    outcome = messages.outcome(messages.response(e.ask("run", {**request, "checkpoints": numbers})))
    if "state" not in outcome or "refused" in outcome:
        return "the case does not come to its end"
    mend = "give under `checkpoints`, in order, the state after each of these numbers of actions"
    told = outcome.get("checkpoints", ())
    if len(told) != len(numbers):
        raise Wrong(f"was asked for {len(numbers)} checkpoints, and gives {len(told)}", mend)
    for number, there in zip(numbers, told, strict=True):
        alone = messages.outcome(messages.response(e.ask("run", {**request, "actions": done[:number]})))
        if alone.get("state") != there["state"]:
            raise Wrong(f"gives another state after {number} actions than a run of those actions alone", mend)
    return f"gives the state at {len(numbers)} points of one run"


def first(e: Examination) -> str:
    """It answers what nobody asked it to answer with the first option."""
    scripted = [run for case, run in inside(e) if case.choices]
    if not scripted:
        return "no case within its claims scripts a choice"
    request = {**scripted[0], "answers": []}
    outcome = messages.outcome(messages.response(e.ask("run", {**request, "first": 1})))
    asked = outcome.get("asked", ())
    if outcome.get("first") != [0] or not asked or "chosen" not in asked[0]:
        raise Wrong(
            "leaves the first question open, or does not say which answer it took by itself",
            "take the first option, tell the question with `chosen` under `asked`, and its index there under `first`",
        )
    request["answers"] = [answering(asked[0], asked[0]["chosen"])]
    again = messages.outcome(messages.response(e.ask("run", request)))
    ends = [word for word in messages.OUTCOMES if word in outcome]
    if any(again.get(word) != outcome[word] for word in ends):
        raise Wrong(
            "goes on differently than when the same answer is sent",
            "an answer that the engine takes by itself counts as if it followed those of `answers`",
        )
    return "takes the first answer by itself, and goes on as if it had been sent"
