/** The event streams of a workspace that are open, by the API process that they are open in. */
export interface OpenStreamsDocument {
  /** The workspace's id. */
  _id: string;
  holders: StreamHolder[];
}

/** A process and the streams of the workspace that are open in it. */
export interface StreamHolder {
  /** The process. */
  by: string;
  open: number;
  /**
   * When they no longer count, unless the process says before that they are still open; in milliseconds of the server's
   * clock.
   */
  until: number;
}
