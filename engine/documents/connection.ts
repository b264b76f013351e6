/** The part of the connection that a run stores. */
export interface ConnectionRef {
  id: string;
  name: string;
}

/** The connection on which a held call would be made. */
export interface HeldConnection extends ConnectionRef {
  /** Where it led when the call was held. Absent in older calls. */
  base_url?: string;
}
