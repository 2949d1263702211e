"""What the kit writes for a bridge in Java as it is compiled: the questions that the bridge does not answer itself."""

import subprocess
from pathlib import Path

import pytest

from tests.bridges import java

ENGINE = """
package engine;

import java.util.List;

public abstract class Player {
    public abstract <T> List<T> several(List<T> from, int least, int most, String title, boolean optional);
    public abstract int number(String title, int least, int most);
    public abstract int number(String title, List<Integer> values);
    public abstract int measured(String title, int least, int most);
    public abstract boolean whether(String question);
    public abstract void shown(String what);
    public abstract String unheard(int length);
}
"""
SEAT = """
package bridge;

import engine.Player;
import java.util.List;
import kit.Unasked;

@Unasked.Rest(told = "shown")
abstract class Seat extends Player {
    static final class Asking {
        RuntimeException lacks(String question) { return new RuntimeException(question); }
    }

    final Asking asking = new Asking();
    private final String name;

    Seat(String name) { this.name = name; }

    public <T> List<T> several(List<T> from, int least, boolean optional) {
        return from.subList(0, optional ? 0 : least);
    }
    public int number(int least, int most) { return 10 * least + most; }
    public int measured(String title) { return 0; }
    public int measured(int least, int most) { return most - least; }
    @Override public boolean whether(String question) { return question.equals(name); }
    ANSWER

    public static void main(String[] arguments) {
        Player seat = new WholeSeat("alice");
        seat.shown("cards");
        System.out.println(seat.several(List.of(7, 8, 9), 2, 3, "some", false) + " " + seat.number("how many", 2, 5)
                + " " + seat.measured("how much", 2, 5) + " " + seat.whether("alice"));
        try {
            seat.number("which", List.of(1));
        } catch (RuntimeException lacks) {
            System.out.println(lacks.getMessage());
        }
    }
}
"""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return where the classes of the kit are."""
    return java.toy("Toy", tmp_path_factory)[2]


def compiled(kit: str, home: Path, answer: str) -> subprocess.CompletedProcess[str]:
    """Compile a bridge with one more method."""
    (home / "Player.java").write_text(ENGINE, encoding="utf-8")
    (home / "Seat.java").write_text(SEAT.replace("ANSWER", answer), encoding="utf-8")
    options = ["-J-XX:TieredStopAtLevel=1", "-cp", kit, "-processor", "kit.Unasked", "-d", str(home)]
    command = ["javac", *options, "Player.java", "Seat.java"]
    return subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)


def test_an_answer_takes_some_of_what_a_question_tells_and_the_rest_is_not_claimed(kit: str, tmp_path: Path) -> None:
    assert compiled(kit, tmp_path, "").returncode == 0
    came = subprocess.run(["java", "-cp", str(tmp_path), "bridge.Seat"], capture_output=True, text=True, check=True)
    assert came.stdout.splitlines() == ["[7, 8] 25 3 true", "number"]


def test_an_answer_to_what_the_engine_does_not_ask_is_told_as_it_is_compiled(kit: str, tmp_path: Path) -> None:
    came = compiled(kit, tmp_path, "public String unheard(boolean loud) { return null; }")
    assert came.returncode
    assert "the engine does not ask this" in came.stderr
