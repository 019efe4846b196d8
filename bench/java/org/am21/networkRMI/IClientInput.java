package org.am21.networkRMI;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Two of the methods that clients of `pipes` call. */
public interface IClientInput extends Remote {
    boolean selectCell(int row, int column) throws RemoteException;

    boolean sendPublicMessage(String text, boolean live) throws RemoteException;
}
