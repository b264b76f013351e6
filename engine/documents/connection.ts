/** The part of the connection that a run stores. */
export interface ConnectionRef {
  id: string;
  name: string;
}

/** The connection with which a call was prepared: what is sent goes where it leads, with its headers. */
export interface SentOn {
  id: string;
  /** The `configuration` that it has by a key. */
  configurationBy: (seal: (workspaceId: string, text: string) => string) => string;
}

/** The connection on which a held call would be made. */
export interface HeldConnection extends ConnectionRef {
  /**
   * A keyed hash of where it leads and of all headers that it adds, as it was when the call was held. What is sent later is sent on
   * a connection with the same, or not at all.
   */
  configuration: string;
}
