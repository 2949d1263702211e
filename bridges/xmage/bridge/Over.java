package bridge;

import com.google.gson.JsonObject;

/** Ends a run from wherever the engine is: an `Error`, since the engine catches exceptions and goes on. */
final class Over extends Error {
    private static final long serialVersionUID = 1L;

    final transient JsonObject outcome;

    private Over(JsonObject outcome) {
        super(null, null, false, false);
        this.outcome = outcome;
    }

    /** The outcome `{name: part}`. */
    static Over with(String name, JsonObject part) {
        JsonObject outcome = new JsonObject();
        outcome.add(name, part);
        return new Over(outcome);
    }

    static Over of(JsonObject outcome) {
        return new Over(outcome);
    }

    static Over unsupported(String what, String name) {
        JsonObject lack = new JsonObject();
        lack.addProperty("what", what);
        lack.addProperty("name", name);
        return with("unsupported", lack);
    }
}
