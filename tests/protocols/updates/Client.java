import it.polimi.ingsw.utils.*;
import it.polimi.ingsw.utils.message.*;
import it.polimi.ingsw.utils.message.client.*;
import java.io.*;
import java.lang.reflect.Field;
import java.util.*;

/** A client in Java: it tells what it reads, and says every message of a client. */
public class Client {
    public static void main(String[] words) throws Exception {
        if (words[0].equals("say")) {
            say(new ObjectOutputStream(System.out));
            return;
        }
        ObjectInputStream in = new ObjectInputStream(System.in);
        try {
            while (true) {
                System.out.println(told(in.readObject()));
            }
        } catch (EOFException end) {
            System.out.flush();
        }
    }

    static void say(ObjectOutputStream out) throws IOException {
        Position one = new Position(3, 1);
        Position two = new Position(4, 1);
        for (int round = 0; round < 2; round++) {
            out.writeObject(new Beep());
            out.writeObject(new Nickname("zo\u00eb"));
            out.writeObject(new GameInitialization(1, 2));
            out.writeObject(new GameSelection(7));
            out.writeObject(new LivingRoomSelection(List.of(one, two)));
            out.writeObject(new LivingRoomSelection(new ArrayList<>(List.of(one))));
            out.writeObject(new LivingRoomSelection(new LinkedList<>()));
            out.writeObject(new BookshelfInsertion(4, List.of(1, 0)));
            out.writeObject(new ChatMessage("all", "hello \ud83d\ude00"));
        }
        out.flush();
    }

    static String told(Object thing) throws IllegalAccessException {
        if (thing == null || thing instanceof Number || thing instanceof Boolean
                || thing instanceof Enum || thing instanceof String) {
            return String.valueOf(thing);
        }
        List<String> parts = new ArrayList<>();
        if (thing instanceof List) {
            for (Object item : (List<?>) thing) {
                parts.add(told(item));
            }
            return parts.toString();
        }
        if (thing instanceof Map) {
            for (Map.Entry<?, ?> pair : ((Map<?, ?>) thing).entrySet()) {
                parts.add(told(pair.getKey()) + "=" + told(pair.getValue()));
            }
            Collections.sort(parts);
            return parts.toString();
        }
        for (Field field : thing.getClass().getDeclaredFields()) {
            if (!field.getName().equals("serialVersionUID")) {
                parts.add(field.getName() + "=" + told(field.get(thing)));
            }
        }
        Collections.sort(parts);
        return thing.getClass().getSimpleName() + parts;
    }
}
