package kit;

import java.util.*;
import java.util.function.Function;

/** Which of an engine's objects, told apart by keys, bears which id of the position; tokens get theirs as they are seen. */
public final class Ids<K> {
    private final Map<K, String> ids = new LinkedHashMap<>();
    private final Map<String, K> keys = new HashMap<>();
    private final Map<K, String> tokens = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<K, Integer> triggered = new LinkedHashMap<>();

    /** Gives an object its id. */
    public void register(String id, K key) {
        ids.put(key, id);
        keys.put(id, key);
    }

    /** Gives a token that is new its id, by the name that it was created with; they have to come in the order of their creation. */
    public void token(K key, String name) {
        if (ids.containsKey(key)) return;
        String word = plain(name).toLowerCase(Locale.ROOT).replaceAll("['’]", "").replaceAll("[^a-z0-9]+", "_");
        register(word + "_" + counts.merge(word, 1, Integer::sum), key);
        tokens.put(key, plain(name));
    }

    /** Returns the id of an object, or null. */
    public String id(K key) {
        return ids.get(key);
    }

    /** Returns the object with an id, or null. */
    public K key(String id) {
        return keys.get(id);
    }

    /** Returns the name that a token was created with, or null. */
    public String token(K key) {
        return tokens.get(key);
    }

    /** Returns a name without what engines add to those of tokens. */
    public static String plain(String name) {
        return name.replaceAll(" Token$", "");
    }

    /** Notes that an ability of an object has triggered. */
    public void triggered(K key) {
        triggered.merge(key, 1, Integer::sum);
    }

    /** Returns how often abilities of each object have triggered, 0 for those with an id of which none has. */
    public Map<String, Integer> triggered(Function<K, String> namer) {
        Map<String, Integer> told = new LinkedHashMap<>();
        ids.values().forEach(id -> told.put(id, 0));
        triggered.forEach((key, number) -> told.merge(String.valueOf(namer.apply(key)), number, Integer::sum));
        return told;
    }
}
