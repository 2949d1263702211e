package kit;

import java.util.*;

/** An object of JSON, read by its keys; a key with null counts as missing. */
public record Facts(Map<String, Object> map) {
    public static final Facts NONE = new Facts(Map.of());

    /** Reads an object of JSON. */
    public static Facts read(String text) {
        return of(Json.read(text));
    }

    /** Returns a value that is known to be an object. */
    @SuppressWarnings("unchecked")
    public static Facts of(Object value) {
        return value instanceof Facts facts ? facts : new Facts((Map<String, Object>) value);
    }

    /** Returns a value as a list of texts, `x` as `[x]`. */
    public static List<String> texts(Object value) {
        return value instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of(String.valueOf(value));
    }

    public boolean has(String key) {
        return map.get(key) != null;
    }

    /** Tells whether a key has anything but what stands for nothing: false, 0, an empty list or object. */
    public boolean tells(String key) {
        Object value = map.get(key);
        boolean zero = value instanceof Number number && number.intValue() == 0;
        return !zero && value != null && !value.equals(false) && !value.equals(List.of()) && !value.equals(Map.of());
    }

    public Set<String> keys() {
        return map.keySet();
    }

    public Object get(String key) {
        return map.get(key);
    }

    /** Returns a text, or null. */
    public String text(String key) {
        return has(key) ? String.valueOf(map.get(key)) : null;
    }

    public String text(String key, String otherwise) {
        return has(key) ? text(key) : otherwise;
    }

    public int number(String key, int otherwise) {
        return has(key) ? ((Number) map.get(key)).intValue() : otherwise;
    }

    public boolean is(String key) {
        return Boolean.TRUE.equals(map.get(key));
    }

    /** Returns an object; an empty one if it is missing. */
    public Facts at(String key) {
        return has(key) ? of(map.get(key)) : NONE;
    }

    /** Returns a list of texts, `x` as `[x]`; an empty one if it is missing. */
    public List<String> texts(String key) {
        return has(key) ? texts(map.get(key)) : List.of();
    }

    /** Returns a list of objects; an empty one if it is missing. */
    public List<Facts> list(String key) {
        return has(key) ? ((List<?>) map.get(key)).stream().map(Facts::of).toList() : List.of();
    }

    /** Returns the numbers of an object by its keys. */
    public Map<String, Integer> numbers(String key) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        at(key).map.forEach((word, number) -> numbers.put(word, ((Number) number).intValue()));
        return numbers;
    }
}
