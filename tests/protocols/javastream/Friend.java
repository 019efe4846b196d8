import java.io.Externalizable;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.*;

/** The other end of a stream: "echo" writes what it reads, "tell" says it in words, "show" writes. */
public class Friend {
    public enum Colour { RED, GREEN { @Override public String toString() { return "green"; } } }

    public static class Point implements Serializable {
        private static final long serialVersionUID = 1;
        int x, y;
        @Override public boolean equals(Object other) {
            return other instanceof Point p && p.x == x && p.y == y;
        }
        @Override public int hashCode() { return 31 * x + y; }
    }

    public static class Corner extends Point {
        private static final long serialVersionUID = 2;
        Colour colour;
        String roomName;
    }

    public static class Everything implements Serializable {
        private static final long serialVersionUID = 3;
        boolean z; byte b; char c; short s; int i; long j; float f; double d;
        String text; List<Object> list; Map<Point, Colour> map; LinkedHashMap<String, Integer> ordered;
        Colour colour; Object other; int[] ints; String[][] grid; byte[] bytes; LinkedList<String> chain;
        Long boxed;
    }

    public static class Diary implements Serializable {
        private static final long serialVersionUID = 4;
        int pages = 3;
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.write(new byte[2000]);
            out.writeUTF("between");
            out.writeObject(this);
            out.writeInt(7);
        }
    }

    public static class Letter implements Externalizable {
        private static final long serialVersionUID = 5;
        @Override public void writeExternal(ObjectOutput out) throws IOException {
            out.writeLong(1L);
            out.writeObject("inside");
        }
        @Override public void readExternal(ObjectInput in) { }
    }

    public static class Handler implements InvocationHandler, Serializable {
        private static final long serialVersionUID = 6;
        @Override public Object invoke(Object proxy, Method method, Object[] args) { return null; }
    }

    public static void main(String[] words) throws Exception {
        if (words[0].equals("show")) {
            show(words[1]);
            return;
        }
        ObjectInputStream in = new ObjectInputStream(System.in);
        ObjectOutputStream out = words[0].equals("echo") ? new ObjectOutputStream(System.out) : null;
        int count = Integer.parseInt(words[1]);
        for (int i = 0; i < count; i++) {
            Object found = in.readObject();
            if (out == null) {
                System.out.println(told(found));
            } else {
                out.writeObject(found);
                out.flush();
            }
        }
    }

    static void show(String how) throws Exception {
        ObjectOutputStream out = new ObjectOutputStream(System.out);
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        String shared = new String("shared");
        Object proxy = Proxy.newProxyInstance(Friend.class.getClassLoader(),
            new Class<?>[] {Runnable.class, Comparable.class}, new Handler());
        Object[] all = {
            null, "text", "\0\ud83d\ude00\ud83d", "long ".repeat(20000), itself, new Diary(), new Letter(),
            proxy, Colour.RED, Colour.GREEN, Colour.RED, Friend.class, int[].class, Runnable.class,
            new Object[] {shared, shared, new String("shared"), 1, 1, 1000, 1000L}, new int[][] {{1}, {}},
            new IllegalStateException("no", new IOException("why")), List.of(1, 2), Map.of(1, 2),
            Arrays.asList("a", "b"), new TreeMap<>(Map.of("k", "v")), new HashSet<>(List.of(1)),
            Collections.unmodifiableList(new LinkedList<>(List.of("x"))), new Date(0), Float.NaN,
            new double[] {-0.0, Double.NaN, Double.MAX_VALUE}, new char[] {'a', '\uffff'}, new boolean[300],
            java.time.LocalDate.of(2026, 1, 2), java.math.BigInteger.TEN.pow(50), EnumSet.of(Colour.RED),
        };
        for (Object each : all) {
            if (how.equals("reset")) out.reset();
            out.writeObject(each);
            if (how.equals("numbered")) out.writeInt(all.length);
            if (how.equals("unshared")) out.writeUnshared(each);
        }
        if (how.equals("failing")) fail(out);
        out.flush();
    }

    static void fail(ObjectOutputStream out) throws Exception {
        try {
            out.writeObject(new Object[] {"begun", new Object()});
        } catch (NotSerializableException expected) {
            out.writeObject("after");
        }
    }

    static String told(Object thing) {
        if (thing instanceof Everything e) {
            List<Object> parts = new ArrayList<>(List.of(e.z, e.b, (int) e.c, e.s, e.i, e.j, e.f, e.d));
            Collections.addAll(parts, e.boxed, e.text, e.list, e.map, e.ordered, e.colour, e.other);
            Collections.addAll(parts, e.chain, e.ints, e.grid, e.bytes);
            return "Everything" + told(parts);
        }
        if (thing instanceof Corner c) return "Corner" + told(Arrays.asList(c.x, c.y, c.colour, c.roomName));
        if (thing instanceof Point p) return "Point" + told(List.of(p.x, p.y));
        if (thing instanceof Colour c) return c.name();
        if (thing instanceof String s) return quoted(s);
        if (thing instanceof int[] a) return Arrays.toString(a);
        if (thing instanceof byte[] a) return Arrays.toString(a);
        if (thing instanceof Object[] a) return told(Arrays.asList(a));
        StringJoiner all = new StringJoiner(", ", "[", "]");
        if (thing instanceof List<?> list) {
            for (Object item : list) all.add(told(item));
            return all.toString();
        }
        if (thing instanceof Map<?, ?> map) {
            map.forEach((key, value) -> all.add(told(key) + "=" + told(value)));
            return thing.getClass().getSimpleName() + all;
        }
        return String.valueOf(thing);
    }

    static String quoted(String text) {
        if (text.length() > 100) return "text of " + text.length();
        StringBuilder made = new StringBuilder("'");
        for (char c : text.toCharArray())
            made.append(c < 32 || c > 126 ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        return made.append("'").toString();
    }
}
