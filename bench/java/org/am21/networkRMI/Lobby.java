package org.am21.networkRMI;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.HashMap;

/** Where clients of `pipes` come in. */
public interface Lobby extends Remote {
    HashMap<String, String> connect() throws RemoteException;
}
