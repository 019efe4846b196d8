package it.polimi.ingsw.Network.server;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What clients of `prompts` call once a second. */
public interface RmiServerInterface extends Remote {
    boolean testServerConnection(int id) throws RemoteException;
}
