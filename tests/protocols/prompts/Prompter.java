import it.polimi.ingsw.Network.client.RmiClientInterface;
import it.polimi.ingsw.Network.server.RmiServerInterface;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;
import java.util.concurrent.LinkedBlockingQueue;

/** A client of `prompts`: it says every call, and does and answers what it reads. */
public class Prompter extends UnicastRemoteObject implements RmiClientInterface {
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private volatile int number;

    Prompter() throws Exception {}

    public static void main(String[] arguments) throws Exception {
        var client = new Prompter();
        var registry = LocateRegistry.getRegistry("127.0.0.1", Integer.parseInt(arguments[0]));
        var server = (RmiServerInterface) registry.lookup("MyShelfie");
        server.registry(client);
        say("registered");
        var lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = lines.readLine()) != null; ) {
            if (line.equals("poll")) {
                say("over " + server.testServerConnection(client.number));
            } else {
                client.answers.add(line);
            }
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    public synchronized String sendMessageAndGetAnswer(String word) {
        say("asked " + word);
        if (word.contains("\"RefusedConnection\"")) {
            Runtime.getRuntime().halt(7);
        }
        try {
            String answer = answers.take();
            return switch (answer) {
                case "null" -> null;
                case "throw" -> throw new IllegalStateException("no answer");
                default -> answer;
            };
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    public boolean testAliveness() {
        return true;
    }

    public void stopClient() {
        say("stopped");
        Runtime.getRuntime().halt(8);
    }

    public void setId(int id) {
        number = id;
        say("id " + id);
    }
}
