package org.am21.networkRMI;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.ServerSocket;
import java.rmi.Naming;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.HashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

interface Lobby extends Remote {
    HashMap<String, String> connect() throws RemoteException;
}

interface IClientInput extends Remote {
    boolean joinGame(int id) throws RemoteException;
    boolean checkPlayerActionPhase() throws RemoteException;
    boolean logIn(String name, IClientCallBack callBack) throws RemoteException;
    boolean createMatch(int seats) throws RemoteException;
    boolean selectCell(int row, int column) throws RemoteException;
    boolean confirmSelection() throws RemoteException;
    boolean insertInColumn(int column) throws RemoteException;
    boolean deselectCards() throws RemoteException;
    boolean sortHand(int first, int second) throws RemoteException;
    boolean leaveMatch() throws RemoteException;
    boolean exitGame() throws RemoteException;
    void registerCallBack(String path) throws RemoteException;
    boolean endTurn() throws RemoteException;
    boolean changeMatchSeats(int seats) throws RemoteException;
    boolean sendPublicMessage(String text, boolean live) throws RemoteException;
    boolean sendPrivateMessage(String text, String to, boolean live) throws RemoteException;
}

interface IClientCallBack extends Remote {
    void sendMessageToClient(String text) throws RemoteException;
    void sendChatNotification(String text) throws RemoteException;
    void sendVirtualView(String view, int seat) throws RemoteException;
    void notifyStart(int id) throws RemoteException;
    void notifyToWait(String room) throws RemoteException;
    void notifyGoToMenu() throws RemoteException;
    void notifyEndMatch() throws RemoteException;
    void sendVirtualHand(String hand) throws RemoteException;
    void sendVirtualPublicChat(String chat) throws RemoteException;
    void sendServerVirtualView(String lists) throws RemoteException;
    void notifyUpdate(int milliseconds) throws RemoteException;
    void ping() throws RemoteException;
}

/** Calls what it reads, a line each, and writes what that returns and how it is called back. */
public class Caller {
    static IClientCallBack callBack;

    public static void main(String[] words) throws Exception {
        callBack = (IClientCallBack) Proxy.newProxyInstance(Caller.class.getClassLoader(),
                new Class<?>[] {IClientCallBack.class}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return method.invoke(words, arguments);
                    }
                    tell("< " + method.getName(), arguments);
                    return null;
                });
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Registry own = LocateRegistry.createRegistry(port);
        own.rebind("Callback", UnicastRemoteObject.exportObject(callBack, port));
        Registry registry = LocateRegistry.getRegistry(words[0], Integer.parseInt(words[1]));
        HashMap<String, String> way = ((Lobby) registry.lookup("Welcome")).connect();
        IClientInput input = (IClientInput) Naming.lookup(
                "rmi://" + way.get("address") + ":" + way.get("port") + "/" + way.get("root"));
        input.registerCallBack("rmi://localhost:" + port + "/Callback");
        tell("= ready");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            call(input, line.split("\t", -1));
        }
        System.exit(0);
    }

    static void call(IClientInput input, String[] fields) throws Exception {
        for (Method method : IClientInput.class.getMethods()) {
            if (method.getName().equals(fields[0])) {
                Class<?>[] types = method.getParameterTypes();
                Object[] arguments = new Object[types.length];
                for (int i = 0; i < types.length; i++) {
                    arguments[i] = read(types[i], fields[i + 1]);
                }
                try {
                    tell("= " + method.invoke(input, arguments));
                } catch (InvocationTargetException thrown) {
                    tell("! " + thrown.getCause());
                }
            }
        }
    }

    static Object read(Class<?> type, String field) {
        if (type == int.class) {
            return Integer.valueOf(field);
        }
        if (type == boolean.class) {
            return Boolean.valueOf(field);
        }
        if (type == IClientCallBack.class) {
            return callBack;
        }
        return field.equals("null") ? null : field;
    }

    static synchronized void tell(String what, Object... things) {
        String told = things == null ? what : Stream.concat(Stream.of(what), Stream.of(things))
                .map(String::valueOf).collect(Collectors.joining("\t"));
        System.out.println(told.replace("\n", "\\n"));
        System.out.flush();
    }
}
