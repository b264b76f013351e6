/** How many revisions an actor has made in a day, which begins with the first. */
export interface RevisionAllowanceDocument {
  /** A hash of the workspace and the actor. */
  _id: string;
  used: number;
  /** Whether the latest revision that was asked for may be made. */
  granted: boolean;
  /** When that was, by the server's clock. */
  asked_at: Date;
  /** When the day is over, and the document removed. */
  expires_at: Date;
}
