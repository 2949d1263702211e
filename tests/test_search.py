"""What a search finds, and with which words; what the command prints of it is in `test_cli_reading`."""

import pytest

from checker.finding.search import initials, looked_up, search
from checker.model import Corpus


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("if a creature enters with -1/-1 counters does it die", "mtg/replacement/"),
        ("swap power and toughness with a +1/+1 counter", "mtg/exchange/power-and-toughness"),
        ("what's done with damage that can't be prevented?", "mtg/replacement/prevention"),
        ("does aura swap work with an opponent's aura", "mtg/exchange/aura-swap"),
        ("613.8", "mtg/type-changing/dependency"),
        ("what does an etb tapped land do under Blood Moon", "mtg/replacement/enters"),
        ("bloodmoon and urborg", "mtg/type-changing/dependency"),
        ("goblinwelder target gone", "mtg/exchange/goblin-welder"),
        ("textboxes swapped", "mtg/exchange/text-boxes"),
        ("life link and exchange", "mtg/exchange/life-change-triggers"),
        ("how do layers work", "mtg/type-changing/started-in-an-earlier-layer"),
        ("page not in play at cleanup", "dominion/exchange/from-play-only"),
        ("draw from an empty deck in magic", "mtg/replacement/draw-from-empty-library"),
        ("cmc exchange", "mtg/exchange/numerical-values"),
        ("does RIP stop dies triggers", "mtg/replacement/"),
        ("trader reaction silver instead of province", "dominion/exchange/trader\n"),
        ("does indestructible save from wrath", "mtg/type-changing/darksteel-citadel"),
        ("two rhox faithmenders how much life do I gain", "mtg/replacement/order-of-application"),
        ("lotv and a creature that would die", "mtg/replacement/"),
        ("urchin and militia get mercenary", "dominion/exchange/urchin"),
        ("redirect damage to planeswalker", "mtg/replacement/redirection"),
        ("vampire no bats left", "dominion/exchange/vampire-bat"),
        ("humility opalescence layers", "mtg/type-changing/started-in-an-earlier-layer"),
        ("who decides the order of damage prevention and doubling", "mtg/replacement/order-of-application"),
        ("is a swapped card gained for travelling fair", "dominion/exchange/not-gained"),
        ("do i have to exchange my page", "dominion/exchange/optional"),
        ("does a Page go back to the pile when exchanged", "dominion/exchange/definition"),
        ("must a player discard", "dominion/exchange/optional"),
        ("does exchanging count as gaining", "dominion/exchange/not-gained"),
        ("what happens if two replacement effects want to apply", "mtg/replacement/order-of-application"),
    ],
)
def test_questions_are_taken_as_people_type_them(corpus: Corpus, question: str, answer: str) -> None:
    for words in (question.split(), [question]):
        assert f"{search(corpus, words)[0].ruling.id}\n".startswith(answer)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        *(("gy", "graveyard"), ("pw", "planeswalker"), ("traveler", "traveller"), ("artefact", "artifact")),
        *(("multicolored", "multicoloured"), ("sac", "sacrifice")),
    ],
)
def test_words_of_players_and_other_spellings_are_understood(corpus: Corpus, said: str, meant: str) -> None:
    hits, unknown = looked_up(corpus, [said])
    assert [hit.ruling.id for hit in hits[:3]] == [hit.ruling.id for hit in search(corpus, [meant], 3)]
    assert unknown == []


@pytest.mark.parametrize(
    ("card", "called"),
    [
        ("Rest in Peace", "rip"),
        ("Urborg, Tomb of Yawgmoth", "utoy"),
        ("J\u00f6tun of Air", "joa"),
        ("Blood Moon", ""),
        ("Page", ""),
    ],
)
def test_a_name_of_several_words_is_also_known_by_its_initials(card: str, called: str) -> None:
    assert initials(card) == called


def test_a_corpus_is_made_ready_for_searches_once(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    first = search(corpus, ["vampire", "bat"])
    monkeypatch.setattr("checker.finding.search.places", lambda _: pytest.fail("it is ready"))
    assert search(corpus, ["vampire", "bat"]) == first
    monkeypatch.undo()
    name = "dominion/exchange/optional"
    few = Corpus(corpus.root, {name: corpus.rulings[name]}, corpus.sources)
    assert [hit.ruling.id for hit in search(few, ["page"])] == [name], "another corpus is searched by what it has"


def test_a_corpus_need_not_have_what_players_words_stand_for(corpus: Corpus) -> None:
    name = "dominion/exchange/optional"
    few = Corpus(corpus.root, {name: corpus.rulings[name]}, corpus.sources)
    assert search(few, ["etb", "pw", "gy"]) == []
    assert [hit.ruling.id for hit in search(few, ["swap", "gy"])] == [name]
