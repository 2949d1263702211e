import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, texts, numbers, truth values and null. If you use a JSON library anyway, use that instead. */
final class Json {
  private final String text;
  private int at = 0;

  private Json(String text) {
    this.text = text;
  }

  /** Returns what a text says; throws IllegalArgumentException where it is no JSON. */
  static Object read(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.space();
    if (json.at < text.length()) throw json.wrong();
    return value;
  }

  /** Returns an object with these keys and values in turn; a value may be null. */
  static Map<String, Object> object(Object... parts) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < parts.length; i += 2) object.put((String) parts[i], parts[i + 1]);
    return object;
  }

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> object) {
      String between = "{";
      for (Map.Entry<?, ?> entry : object.entrySet()) {
        out.append(between);
        quote(String.valueOf(entry.getKey()), out);
        out.append(':');
        write(entry.getValue(), out);
        between = ",";
      }
      out.append(object.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String between = "[";
      for (Object item : list) {
        out.append(between);
        write(item, out);
        between = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof String word) {
      quote(word, out);
    } else {
      out.append(value);
    }
  }

  private static void quote(String word, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ' || c > '~') out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    out.append('"');
  }

  private Object value() {
    space();
    if (at >= text.length()) throw wrong();
    return switch (text.charAt(at)) {
      case '{' -> object();
      case '[' -> list();
      case '"' -> word();
      default -> plain();
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> object = new LinkedHashMap<>();
    at++;
    if (!next('}')) {
      do {
        space();
        String key = word();
        if (!next(':')) throw wrong();
        object.put(key, value());
      } while (next(','));
      if (!next('}')) throw wrong();
    }
    return object;
  }

  private List<Object> list() {
    List<Object> list = new ArrayList<>();
    at++;
    if (!next(']')) {
      do list.add(value()); while (next(','));
      if (!next(']')) throw wrong();
    }
    return list;
  }

  private String word() {
    if (at >= text.length() || text.charAt(at) != '"') throw wrong();
    StringBuilder word = new StringBuilder();
    for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
      if (text.charAt(at) != '\\') {
        word.append(text.charAt(at));
        continue;
      }
      if (++at >= text.length()) throw wrong();
      switch (text.charAt(at)) {
        case 'n' -> word.append('\n');
        case 't' -> word.append('\t');
        case 'r' -> word.append('\r');
        case 'b' -> word.append('\b');
        case 'f' -> word.append('\f');
        case 'u' -> {
          if (at + 5 > text.length()) throw wrong();
          word.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
          at += 4;
        }
        default -> word.append(text.charAt(at));
      }
    }
    if (at++ >= text.length()) throw wrong();
    return word.toString();
  }

  private Object plain() {
    int start = at;
    while (at < text.length() && ",]} \t\r".indexOf(text.charAt(at)) < 0) at++;
    String word = text.substring(start, at);
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      case "null" -> null;
      default -> new BigDecimal(word); // throws NumberFormatException, which is an IllegalArgumentException
    };
  }

  private boolean next(char wanted) {
    space();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("no JSON at character " + at);
  }
}
