/** A thread that somebody watches live. */
export interface WatchedThreadDocument {
  /** The thread's id. */
  _id: string;
  /** Announced again before this, for as long as it is watched. */
  watched_until: Date;
  /** Another one each time that somebody asks for the text so far of the reply that is being made. */
  asked?: string;
}
