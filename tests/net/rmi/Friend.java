import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;

/** Remote objects in Java: `visit PORT` calls a service elsewhere, `serve` runs one here. */
public class Friend {
    public interface Member extends Remote {
        int told(String text) throws RemoteException;
    }

    public interface Room extends Remote {
        String name() throws RemoteException;
    }

    public interface Service extends Remote {
        String echo(String text) throws RemoteException;

        long sum(int a, long b) throws RemoteException;

        void meet(Member member) throws RemoteException;

        int tell(String text) throws RemoteException;

        void boom() throws RemoteException;

        void fail() throws RemoteException;

        Room room() throws RemoteException;

        void unheardOf(int number) throws RemoteException;
    }

    static class Person implements Member {
        @Override
        public int told(String text) {
            if (text.equals("throw")) {
                throw new IllegalStateException("told to throw");
            }
            System.out.println("told " + text);
            return text.length();
        }
    }

    static class Here implements Service, Room {
        private Member member;

        @Override
        public String echo(String text) {
            return text;
        }

        @Override
        public long sum(int a, long b) {
            return a + b;
        }

        @Override
        public void meet(Member member) {
            this.member = member;
        }

        @Override
        public int tell(String text) throws RemoteException {
            return member.told(text);
        }

        @Override
        public void boom() throws RemoteException {
            throw new RemoteException("boom");
        }

        @Override
        public void fail() {
            throw new IllegalStateException("java says no");
        }

        @Override
        public Room room() throws RemoteException {
            return (Room) UnicastRemoteObject.exportObject(new Lounge(), 0);
        }

        @Override
        public String name() {
            return "here";
        }

        @Override
        public void unheardOf(int number) {
            System.out.println("heard of " + number);
        }
    }

    static class Lounge implements Room, java.rmi.server.Unreferenced {
        @Override
        public String name() {
            return "lounge";
        }

        @Override
        public void unreferenced() {
            System.out.println("unreferenced");
        }
    }

    public static void main(String[] words) throws Exception {
        if (words[0].equals("serve")) {
            serve();
        } else {
            visit(LocateRegistry.getRegistry("127.0.0.1", Integer.parseInt(words[1])));
        }
        System.exit(0);
    }

    private static final Here HERE = new Here();

    private static void serve() throws Exception {
        int[] port = new int[1];
        Registry registry =
                LocateRegistry.createRegistry(
                        0,
                        null,
                        wanted -> {
                            ServerSocket socket = new ServerSocket(wanted);
                            port[0] = socket.getLocalPort();
                            return socket;
                        });
        registry.rebind("service", UnicastRemoteObject.exportObject(HERE, 0));
        System.out.println("open " + port[0]);
        System.in.read();
    }

    private static void visit(Registry registry) throws Exception {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Person person = new Person();
        Member stub = (Member) UnicastRemoteObject.exportObject(person, 0);
        Service service = null;
        Room room = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ", 2);
            Object answer = "done";
            try {
                switch (words[0]) {
                    case "list" -> answer = Arrays.toString(registry.list());
                    case "lookup" -> service = (Service) registry.lookup(words[1]);
                    case "bind" -> registry.bind(words[1], stub);
                    case "rebind" -> registry.rebind(words[1], stub);
                    case "unbind" -> registry.unbind(words[1]);
                    case "echo" -> answer = service.echo(words[1]);
                    case "nothing" -> answer = service.echo(null);
                    case "sum" -> answer = service.sum(Integer.MIN_VALUE, Long.parseLong(words[1]));
                    case "meet" -> service.meet(stub);
                    case "tell" -> answer = service.tell(words[1]);
                    case "boom" -> service.boom();
                    case "fail" -> service.fail();
                    case "room" -> room = service.room();
                    case "name" -> answer = room.name();
                    case "forget" -> {
                        room = null;
                        System.gc();
                    }
                    case "unheard" -> service.unheardOf(7);
                    default -> answer = "what?";
                }
            } catch (Exception error) {
                answer = error.getClass().getName() + ": " + error.getMessage();
            }
            System.out.println(String.valueOf(answer).lines().findFirst().orElse(""));
        }
    }
}
