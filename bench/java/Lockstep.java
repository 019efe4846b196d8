import it.polimi.ingsw.Network.server.RmiServerInterface;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.HashMap;
import org.am21.networkRMI.IClientInput;
import org.am21.networkRMI.Lobby;

/** Calls as fast as they are answered: `serve PORT` does nothing, `call PORT WHAT SECONDS` counts. */
public class Lockstep {
    static class Idle implements RmiServerInterface, Lobby, IClientInput {
        private final String port;

        Idle(String port) {
            this.port = port;
        }

        @Override
        public boolean testServerConnection(int id) {
            return false;
        }

        @Override
        public HashMap<String, String> connect() {
            HashMap<String, String> found = new HashMap<>();
            found.put("root", "root");
            found.put("port", port);
            return found;
        }

        @Override
        public boolean selectCell(int row, int column) {
            return false;
        }

        @Override
        public boolean sendPublicMessage(String text, boolean live) {
            return false;
        }
    }

    interface Call {
        void make() throws Exception;
    }

    public static void main(String[] words) throws Exception {
        if (words[0].equals("serve")) {
            serve(words[1]);
        } else {
            int port = Integer.parseInt(words[1]);
            call(LocateRegistry.getRegistry("127.0.0.1", port), words[2], Double.parseDouble(words[3]));
        }
        System.exit(0);
    }

    private static void serve(String port) throws Exception {
        Registry registry = LocateRegistry.createRegistry(Integer.parseInt(port));
        Idle idle = new Idle(port);
        UnicastRemoteObject.exportObject(idle, 0);
        for (String name : new String[] {"MyShelfie", "Welcome", "root"}) {
            registry.rebind(name, idle);
        }
        System.out.println("ready");
        System.in.read();
    }

    private static void call(Registry registry, String what, double seconds) throws Exception {
        Call call;
        if (what.equals("poll")) {
            RmiServerInterface server = (RmiServerInterface) registry.lookup("MyShelfie");
            call = () -> server.testServerConnection(0);
        } else {
            String root = ((Lobby) registry.lookup("Welcome")).connect().get("root");
            IClientInput input = (IClientInput) registry.lookup(root);
            call =
                    what.equals("move")
                            ? () -> input.selectCell(4, 4)
                            : () -> input.sendPublicMessage("Anybody for another game?", true);
        }
        rate(call, seconds);
        System.out.println(rate(call, seconds));
    }

    private static double rate(Call call, double seconds) throws Exception {
        long begin = System.nanoTime();
        long end = begin + (long) (seconds * 1e9);
        int count = 0;
        while (System.nanoTime() < end) {
            call.make();
            count++;
        }
        return count / ((System.nanoTime() - begin) / 1e9);
    }
}
