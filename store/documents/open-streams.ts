/** The open event streams of a workspace, by API process. */
export interface OpenStreamsDocument {
  /** The workspace's id. */
  _id: string;
  holders: StreamHolder[];
}

/** A process, and how many streams of the workspace are open in it. */
export interface StreamHolder {
  /** The process. */
  by: string;
  open: number;
  /** When they no longer count unless the process renews them, in milliseconds by the server's clock. */
  until: number;
}
