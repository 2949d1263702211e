package com.vdom.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON: objects as maps, arrays as lists, whole numbers as Integer or Long, and what remains as itself. */
final class BridgeJson {
    private final String text;
    private int at;

    private BridgeJson(String text) {
        this.text = text;
    }

    /** Returns the value that a line holds; throws IllegalArgumentException if it holds none. */
    static Object read(String text) {
        BridgeJson reader = new BridgeJson(text);
        Object value = reader.value();
        if (reader.peek() != 0) {
            throw reader.wrong();
        }
        return value;
    }

    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean skip(char wanted) {
        boolean found = peek() == wanted;
        at += found ? 1 : 0;
        return found;
    }

    private void need(char wanted) {
        if (!skip(wanted)) {
            throw wrong();
        }
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at character " + at);
    }

    private Object value() {
        switch (peek()) {
            case '{': return object();
            case '[': return array();
            case '"': return string();
            default: return word();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> found = new LinkedHashMap<>();
        need('{');
        while (peek() != '}') {
            String key = string();
            need(':');
            found.put(key, value());
            if (!skip(',')) {
                break;
            }
        }
        need('}');
        return found;
    }

    private List<Object> array() {
        List<Object> found = new ArrayList<>();
        need('[');
        while (peek() != ']') {
            found.add(value());
            if (!skip(',')) {
                break;
            }
        }
        need(']');
        return found;
    }

    private String string() {
        need('"');
        StringBuilder found = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char next = text.charAt(at++);
            if (next != '\\') {
                found.append(next);
                continue;
            }
            char escaped = text.charAt(at++);
            int plain = "bfnrt".indexOf(escaped);
            if (escaped == 'u') {
                found.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                at += 4;
            } else {
                found.append(plain < 0 ? escaped : "\b\f\n\r\t".charAt(plain));
            }
        }
        need('"');
        return found.toString();
    }

    private Object word() {
        int start = at;
        while (at < text.length() && ",]} \t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        switch (word) {
            case "null": return null;
            case "true": return true;
            case "false": return false;
            default:
                try {
                    long number = Long.parseLong(word);
                    return number == (int) number ? (Object) (int) number : (Object) number;
                } catch (NumberFormatException notWhole) {
                    throw wrong();
                }
        }
    }

    /** Returns a value as one line of JSON. */
    static String write(Object value) {
        if (value instanceof Map) {
            List<String> parts = new ArrayList<>();
            ((Map<?, ?>) value).forEach((key, part) -> parts.add(quoted(key.toString()) + ":" + write(part)));
            return "{" + String.join(",", parts) + "}";
        }
        if (value instanceof List) {
            List<String> parts = new ArrayList<>();
            ((List<?>) value).forEach(part -> parts.add(write(part)));
            return "[" + String.join(",", parts) + "]";
        }
        return value instanceof String ? quoted((String) value) : String.valueOf(value);
    }

    private static String quoted(String text) {
        StringBuilder told = new StringBuilder("\"");
        for (char next : text.toCharArray()) {
            if (next == '"' || next == '\\') {
                told.append('\\').append(next);
            } else if (next < ' ' || next > '~') {
                told.append(String.format("\\u%04x", (int) next));
            } else {
                told.append(next);
            }
        }
        return told.append('"').toString();
    }

    /** Returns a map of the given keys and values. */
    static Map<String, Object> map(Object... parts) {
        Map<String, Object> made = new LinkedHashMap<>();
        for (int i = 0; i < parts.length; i += 2) {
            made.put((String) parts[i], parts[i + 1]);
        }
        return made;
    }
}
