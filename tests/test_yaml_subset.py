"""The two readers of the small YAML mean the same, and nothing forbidden gets past either."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from checker.problems import CorpusError
from checker.reading import yaml_strict, yaml_subset
from checker.reading.locate import data

PATH = Path("file.yaml")


def strict(text: str) -> Any:
    return yaml_strict.strict(yaml_subset._decode(text.encode(), PATH), PATH).value


def errors(content: str | bytes) -> list[str]:
    """Return what is wrong by either reader; both have to say the same."""
    content = content.encode() if isinstance(content, str) else content
    with pytest.raises(CorpusError) as fast:
        yaml_subset.read(content, PATH)
    with pytest.raises(CorpusError) as slow:
        yaml_strict.strict(yaml_subset._decode(content, PATH), PATH)
    assert str(fast.value) == str(slow.value)
    return [str(problem) for problem in slow.value.problems]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a: 1\nb: 2\na: 3", 3, "the key `a` appears a second time; line 1 has it already"),
        ("x: {a: 1, b: 2, a: 3}", 1, "the key `a` appears a second time"),
        ("a: &x 1", 1, "the anchor `&x`"),
        ("a: [1]\nb: *x", 2, "the alias `*x`"),
        ("a: !foo 1", 1, "the tag `!foo`"),
        ("a: ! 1", 1, "the tag `!`"),
        ("<<: {a: 1}", 1, "the key `<<` is not text in every YAML library; write out what it is to bring in"),
        ("a: 1\n--- \nb: 2", 2, "a line begins with `---`"),
        ("---\na: 1", 1, "a line begins with `---`"),
        ("a: 1\n...\n", 2, "a line begins with `...`"),
        ("%YAML 1.1\n---\na: 1", 1, "a line begins with `%`"),
        ("a: 2020-01-01", 1, '`2020-01-01` is not text in every YAML library; write "2020-01-01"'),
        ("a: 2020-01-01 10:00:00", 1, "`2020-01-01 10:00:00`"),
        ("a: 614.5", 1, '`614.5` is not text in every YAML library; write "614.5"'),
        ("a: yes", 1, "`yes`"),
        ("a: [x, No]", 1, "`No`"),
        ("a:\n- on", 2, "`on`"),
        ("a: {b: Off}", 1, "`Off`"),
        ("y: 1", 1, "the key `y`"),
        ("a: n", 1, "`n`"),
        ("a: ~", 1, "`~`"),
        ("a: Null", 1, "write `null`"),
        ("a: TRUE", 1, "write `true`"),
        ("a: 007", 1, "`007`"),
        ("a: 0o7", 1, "`0o7`"),
        ("a: 0x1F", 1, "`0x1F`"),
        ("a: 0b1", 1, "`0b1`"),
        ("a: +1", 1, "`+1`"),
        ("a: -0", 1, "`-0`"),
        ("a: 1_000", 1, "`1_000`"),
        ("a: 1e3", 1, "`1e3`"),
        ("a: .5", 1, "`.5`"),
        ("a: 190:20:30", 1, "`190:20:30`"),
        ("a: .inf", 1, "`.inf`"),
        ("a: -.INF", 1, "`-.INF`"),
        ("a: .NaN", 1, "`.NaN`"),
        ("a: 1234567890123456", 1, "`1234567890123456`"),
        ("a: =", 1, "`=`"),
        ("1: a", 1, "the key `1`"),
        ("null: a", 1, "the key `null`"),
        ("[a]: b", 1, "a key is a mapping or a sequence"),
        ("a:", 1, "a value is missing"),
        ("a: 1\nb:\nc: 2", 2, "a value is missing"),
        ("{a, b: 1}", 1, "a value is missing"),
        ("{a, b: null, b: 1}", 1, "a value is missing"),
        ("{a, c: 1} # c: null", 1, "a value is missing"),
        ("a:\n\t- b", 2, "a tab"),
        ("a: b\tc", 1, "a tab"),
        ("a: b\rc: d", 1, "a carriage return"),
        ("a: b\u2028c", 1, "U+2028"),
        ("a: b\u0085c", 1, "U+0085"),
        ("a: 1\nb: \x07", 2, "U+0007"),
        ("a: b\u202ec", 1, "U+202E"),
        ('a: 1\nb: "\\e[2J"', 2, "there is an escape for the character U+001B"),
        ('a: 1\n"\\u202e": 2', 2, "there is an escape for the character U+202E"),
        ("\ufeffa: 1", 1, "a byte order mark"),
        ("a: b: c", 1, "not YAML: mapping values are not allowed"),
        ("a: [1, 2", 1, "not YAML: "),
        ("a: 'b' c", 1, "not YAML: "),
        ("- " * 100 + "a", 1, "more than 32"),
        ("[" * 100 + "]" * 100, 1, "more than 32"),
        ("- " * 60000 + "a", 1, "more than 32"),
    ],
)
def test_forbidden(text: str, line: int, message: str) -> None:
    told = errors(text)
    assert any(message in error for error in told), told
    assert told[0].startswith(f"{PATH}:{line}:") or message == "not YAML: "


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "file.yaml: the file is empty"),
        (b"# nothing\n", "file.yaml: the file is empty"),
        (b"a: 1\nb: \xe9", "file.yaml:2: the file is not UTF-8: byte 0xE9"),
        ("a: 1".encode("utf-16"), "it as UTF-8"),
        (b"a: " + b"x" * (1 << 20), "the limit is 1,048,576"),
    ],
)
def test_unreadable(content: bytes, message: str) -> None:
    assert any(message in error for error in errors(content))


def test_all_that_is_wrong_is_told_at_once() -> None:
    assert len(errors("a: yes\nb: &x 1\na: 614.5")) == 4


def test_a_bomb_is_not_set_off() -> None:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    assert any("the anchor `&a0`" in error for error in errors("\n".join(rows)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1\r\nb: x\r\n", {"a": 1, "b": "x"}),
        ("a: null", {"a": None}),
        ("a: [true, false, -7, 0, 123456789012345]", {"a": [True, False, -7, 0, 123456789012345]}),
        ("a: >\n  note: this\n  is on one line\n", {"a": "note: this is on one line\n"}),
        ("a: >-\n  x\n\n  y\n", {"a": "x\ny"}),
        ("a: |\n  x\n    y\n", {"a": "x\n  y\n"}),
        ('rule: "614.5"\nedition: "2024-03-08"', {"rule": "614.5", "edition": "2024-03-08"}),
        ("url: http://example.invalid/a:b?c=d", {"url": "http://example.invalid/a:b?c=d"}),
        ("a: +1 card", {"a": "+1 card"}),
        ("a: 'it''s'", {"a": "it's"}),
        ('a: "x\\ty"', {"a": "x\ty"}),
        ("a: ''", {"a": ""}),
        ("[a: 1, {b: 2}]", [{"a": 1}, {"b": 2}]),
        ("a: on the stack", {"a": "on the stack"}),
        ("a: # note\n- 1 # one\n", {"a": [1]}),
    ],
)
def test_allowed(text: str, value: Any) -> None:
    assert yaml_subset.read(text.encode(), PATH) == value
    assert strict(text) == value


def test_lines() -> None:
    document = yaml_subset.read_with_lines(b"a: 1\nb:\n- x\n- c: {d: 1,\n    e: 2}\n", PATH)
    assert document.place(("b", 1, "c", "e")).line == 5
    assert document.place(("b", 0)).line == 3
    assert document.place(("b", 1, "c", "nowhere")).line == 4
    assert str(document.place(("a",))) == "file.yaml:1"


def test_lines_are_looked_for_once_and_only_where_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Path] = []

    def watched(text: str, path: Path) -> yaml_strict.Document:
        looked.append(path)
        return yaml_strict.strict(text, path)

    monkeypatch.setattr(yaml_subset, "strict", watched)
    document = yaml_subset.read_with_lines(b"a: 1\nb:\n- x\n", PATH)
    assert document.value == {"a": 1, "b": ["x"]}
    assert not looked
    assert [document.place(("b", 0)).line, document.place(("a",)).line] == [3, 1]
    assert looked == [PATH]


def test_usual_files_need_no_strict_reader() -> None:
    """The fast reader is of use only if what people write gets past its guard."""
    text = (
        'ruling: a/b/c\nstatement: >\n  On a player\'s turn: no more.\ncites:\n- {source: a-b, rule: "614.5", '
        'edition: "2024-03-08"}\ncases:\n- case: x\n  given: {piles: {Bat: 9}}\n'
        "  expect: {trash: {bat: null}, hand: []}\n- case: what-goes-on\n"
        '  given: {counters: {+1/+1: 2}, tokens: {Bat: [+victory]}, text: "", cost: ""}\n'
    )
    assert yaml_subset._fast(text) == (True, strict(text))


def test_nearly_all_rulings_need_no_strict_reader() -> None:
    """The strict one takes ten times as long; one in twenty may have what needs it, as an escape."""
    files = [path for game in ("dominion", "mtg") for path in (data("corpus") / game).rglob("*.yaml")]
    slow = [path for path in files if not yaml_subset._fast(path.read_text("utf-8"))[0]]
    assert len(slow) * 20 <= len(files), [path.name for path in slow]


# Generated documents, and generated damage

words = st.sampled_from(
    [
        *(
            "a",
            "no",
            "yes",
            "on",
            "null",
            "Null",
            "true",
            "~",
            "614.5",
            "2020-01-01",
            "1",
            "007",
            "-1",
            "+1",
            "1e3",
            "",
        ),
        *(
            "=",
            "<<",
            "x y",
            "a: b",
            "a:b",
            "#",
            "x #y",
            "- a",
            "?",
            "& b",
            "*c",
            "!d",
            "%e",
            "{f",
            "[g]",
            "h,i",
            "it's",
        ),
        *('"j"', "k\\n", ":", "http://x", "two\nlines", " lead", "trail ", "\u00e9", "\u2028", "Vampire", "---", "..."),
        *("nullify", "0", ".", "a]", "1:30", "12:30:45"),
    ]
)
texts = words | st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15) + 1, 10**15 - 1) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@given(values, st.booleans(), st.sampled_from([None, False, True]), st.sampled_from([None, "'", '"', "|", ">"]))
@settings(max_examples=150, deadline=None)
def test_what_is_dumped_is_read_alike(value: Any, unicode: bool, flow: bool | None, style: str | None) -> None:
    """A quoted dump is in the subset unless it holds something forbidden; then both readers have to refuse it."""
    text = yaml.safe_dump(value, default_flow_style=flow, default_style=style, allow_unicode=unicode)
    agree(text)


@given(values)
@settings(max_examples=100, deadline=None)
def test_json_is_read_as_json(value: Any) -> None:
    text = json.dumps({"value": value}, ensure_ascii=False)
    assume(not re.search(rf"{yaml_strict.FORBIDDEN}|\\(?:u00|[bfr])", text))
    assert yaml_subset.read(text.encode(), PATH) == {"value": value}


pieces = st.sampled_from(
    [
        *(
            "a",
            "b",
            ": ",
            ":",
            ":\n",
            "\n",
            "\n  ",
            "\n- ",
            "- ",
            " ",
            "  ",
            ", ",
            ",",
            "{",
            "}",
            "[",
            "]",
            "'",
            '"',
            "#",
        ),
        *(
            " # ",
            "null",
            "1",
            "007",
            "yes",
            "x y",
            "&a ",
            "*a",
            "!t ",
            "? ",
            "~",
            "<<",
            "614.5",
            "|\n",
            ">\n",
            "2020-01-01",
        ),
        *("a: 1\n", "\n---\n", "\n...\n", "%", "a: ", "b: ", "null, ", "{a: 1, ", "{a, ", "a: null", "\\", "\r\n", "="),
        *("-1", "+", "."),
    ]
)


@given(st.lists(pieces, max_size=14).map("".join))
@example("{a, b: null, b: 1}")
@example("{a: 1, a: 2, b}")
@example("{a, b: 1} # : null")
@example("a: 'x:'\n'y:': 1")
@example('{"a":1, "a" :2, b}')
@example("a: >\n  b: null\n{c}")
@settings(max_examples=1500, deadline=None)
def test_anything_is_read_alike(text: str) -> None:
    agree(text)


def agree(text: str) -> None:
    """Hold the fast reader to the strict one: where it answers, the answer is the strict one's."""
    trusted, value = yaml_subset._fast(text.replace("\r\n", "\n"))
    if trusted:
        slow = strict(text)
        assert value == slow
        assert json.dumps(value) == json.dumps(slow)
