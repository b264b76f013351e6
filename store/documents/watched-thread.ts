/** A thread that somebody watches live. */
export interface WatchedThreadDocument {
  /** The thread's id. */
  _id: string;
  /** Renewed before this time for as long as it is watched. */
  watched_until: Date;
  /** Changes each time that somebody asks for the text so far of the reply in progress. */
  asked?: string;
}
