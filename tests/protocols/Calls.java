import java.io.*;
import java.lang.reflect.*;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program of remote objects that does what it is told, and tells what is done to it.
 *
 * <p>It finds an object by its name and lets one of its own be called. A line in is a thread and
 * what to call there, with what: `0 login HEX`, `0 init self`. A line out is what came of it, `0 =
 * HEX` or `0 ! EXCEPTION`, or somebody's call of our object, `7 < receive HEX`: it is a thread of
 * its own, from inside of which others can be called, until it is told to `7 return`.
 */
public class Calls {
    private static final Map<Integer, BlockingQueue<String[]>> LINES = new ConcurrentHashMap<>();
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static volatile Object target;
    private static Remote self;

    /** Where the registry is, what to look up there, and the interface of our own object. */
    public static void main(String[] words) throws Exception {
        Class<?> mine = Class.forName(words[3]);
        self = (Remote) Proxy.newProxyInstance(
                Calls.class.getClassLoader(), new Class<?>[] {mine}, Calls::called);
        UnicastRemoteObject.exportObject(self, 0);
        target = LocateRegistry.getRegistry(words[0], Integer.parseInt(words[1])).lookup(words[2]);
        LINES.put(0, new LinkedBlockingQueue<>());
        new Thread(() -> obey(0)).start();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.split(" ");
            LINES.get(Integer.parseInt(parts[0])).add(parts);
        }
        System.exit(0);
    }

    private static Object called(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return method.invoke(Calls.class, arguments);
        }
        int thread = COUNT.incrementAndGet();
        LINES.put(thread, new LinkedBlockingQueue<>());
        say(thread + " < " + method.getName() + " " + written(arguments[0]));
        obey(thread);
        LINES.remove(thread);
        return null;
    }

    /** Do what a thread is told, until it is told to return. */
    private static void obey(int thread) {
        try {
            while (true) {
                String[] words = LINES.get(thread).take();
                if (words[1].equals("return")) {
                    return;
                }
                say(thread + " " + call(words));
            }
        } catch (InterruptedException | ReflectiveOperationException | IOException error) {
            say(thread + " ! " + error);
        }
    }

    private static String call(String[] words) throws ReflectiveOperationException, IOException {
        Object[] arguments = words.length < 3 ? new Object[0] : new Object[] {read(words[2])};
        try {
            Object result = method(words[1], arguments).invoke(target, arguments);
            if (result instanceof Remote) {
                target = result;
                return "= remote";
            }
            return "= " + written(result);
        } catch (InvocationTargetException error) {
            return "! " + error.getCause().getClass().getName();
        }
    }

    private static Method method(String name, Object[] arguments) throws NoSuchMethodException {
        for (Class<?> kind : target.getClass().getInterfaces()) {
            for (Method method : kind.getMethods()) {
                Class<?>[] types = method.getParameterTypes();
                if (method.getName().equals(name) && types.length == arguments.length
                        && (types.length == 0 || arguments[0] == null
                            || types[0].isInstance(arguments[0]))) {
                    return method;
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    private static Object read(String word) throws IOException, ClassNotFoundException {
        if (word.equals("self") || word.equals("null")) {
            return word.equals("self") ? self : null;
        }
        byte[] data = HexFormat.of().parseHex(word);
        return new ObjectInputStream(new ByteArrayInputStream(data)).readObject();
    }

    private static String written(Object object) throws IOException {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(data)) {
            out.writeObject(object);
        }
        return HexFormat.of().formatHex(data.toByteArray());
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
