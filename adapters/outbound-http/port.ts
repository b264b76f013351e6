/** A request to a customer's host. */
export interface OutboundRequest {
  /** Whose request it is: look-ups of names are limited for each workspace. */
  workspaceId: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** For all of it: resolving the name, connecting, sending, and reading the answer. */
  timeoutMs: number;
  /**
   * No byte is sent from this moment on, by the wall clock: a process that was frozen and goes on finds its way barred,
   * where timers alone would come too late.
   */
  notAfter?: Date;
  /**
   * Goes out on a connection that is kept open between requests to one origin. A host may close such a connection just
   * when a request is sent, which cannot be told from one that got it: the request is then sent once more, on a new
   * connection. So this is for requests of which a host that gets one twice takes it as one. Default: false.
   */
  keepAlive?: boolean;
  /** Only the status and headers count: little of the body is read, nothing of it is kept, and a fault in it is none. */
  discardBody?: boolean;
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** What the host answered, whatever its status: a redirect is an answer too, and is not followed. */
export interface OutboundAnswer {
  status: number;
  /** Names in lower case; several values of one name are joined by commas. */
  headers: Record<string, string>;
  /** Read as UTF-8. */
  body: string;
  /** Length of the body as it came. */
  bytes: number;
}

/** Calls customers' hosts, under the rules of the requirements `outbound.*`. */
export interface OutboundHttp {
  /**
   * Sends a request once: unless it says `keepAlive`, it is never sent again, whatever happens to it.
   * @throws {OutboundError} when there is no answer that can be used; it tells whether the host may have acted
   */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
}
