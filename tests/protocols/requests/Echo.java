import java.io.EOFException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Reads every object of a stream, and says it again after a reset, as deployed programs do. */
public class Echo {
    public static void main(String[] words) throws Exception {
        ObjectInputStream in = new ObjectInputStream(System.in);
        ObjectOutputStream out = new ObjectOutputStream(System.out);
        try {
            while (true) {
                Object object = in.readObject();
                out.reset();
                out.writeObject(object);
            }
        } catch (EOFException end) {
            out.flush();
        }
    }
}
