"""By which edition of the rules several engines can be held to each other."""

import pytest

from checker.editions import Span


@pytest.mark.parametrize(
    ("claims", "names"),
    [
        ([], ("2013", "2024", "2026")),
        ([("2024", "2026"), ("2026",)], ("2013", "2024", "2026")),
        ([("2013", "2024"), ("2024", "2026")], ("2024",)),
        ([("2013",), ("2024",)], None),
        ([("2099",)], ("2013", "2024", "2026")),
        ([("2099",), ("2013",)], ("2013",)),
    ],
)
def test_several_engines_play_by_what_all_of_them_claim(
    claims: list[tuple[str, ...]], names: tuple[str, ...] | None
) -> None:
    known = ("2013", "2024", "2026")
    narrowed = Span(known, game=known).narrowed(claims)
    assert (narrowed and narrowed.names) == names
    assert narrowed is None or narrowed.tell is (names != known)


def test_where_an_edition_is_told_an_engine_that_claims_others_plays_nothing() -> None:
    told = Span(("2013",), tell=True, game=("2013", "2026"))
    assert told.narrowed([("2099",)]) is None
    assert told.narrowed([("2013", "2026")]) == told
