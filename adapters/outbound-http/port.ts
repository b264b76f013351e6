/** A request to a customer's host. */
export interface OutboundRequest {
  /** The workspace of the request, because lookups of names are limited for each workspace. */
  workspaceId: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** For everything: resolving the name, connecting, sending, and reading the answer. */
  timeoutMs: number;
  /**
   * No byte is sent after this time, by the wall clock: a process that was frozen and wakes up cannot send, although
   * its timers would fire too late.
   */
  notAfter?: Date;
  /**
   * Sends the request on a connection that is kept open between requests to one origin. A host can close such a
   * connection just when a request is sent, which is indistinguishable from a request that it received. The request is
   * then sent once more, on a new connection. Use this only for requests that a host recognizes if it receives them
   * twice.
   * Default: false.
   */
  keepAlive?: boolean;
  /**
   * The status and headers count, and of the body only this many bytes at its beginning: little more of it is read, and
   * errors in it are ignored.
   */
  keptBytes?: number;
  /** Ends the call, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** The host's answer, whatever its status. A redirect is an answer too, and is not followed. */
export interface OutboundAnswer {
  status: number;
  /** Names in lower case. Several values of one name are joined by commas. */
  headers: Record<string, string>;
  /** As text, without compression and without a byte order mark. */
  body: string;
  /** The bytes are text in no known charset: each is shown as a character of windows-1252. */
  undecoded?: true;
  /** Length of the body as it was received. */
  bytes: number;
}

/** An answer whose body is read piece by piece. */
export interface OutboundStream extends Pick<OutboundAnswer, 'status' | 'headers'> {
  /**
   * The body without compression, of at most 1 MiB. To be read once. The connection is closed after the last piece, or when the reader stops.
   * @throws {OutboundError} while it is read, if the body cannot be read to its end
   */
  body: AsyncIterable<Uint8Array>;
  /** Closes the connection, for a body that is not read. */
  close(): Promise<void>;
}

/** Calls customers' hosts, under the rules of the requirements `outbound.*`. */
export interface OutboundHttp {
  /**
   * Sends a request once. Without `keepAlive`, it is never sent again, whatever happens.
   * @throws {OutboundError} if there is no usable answer; it says whether the host may have acted
   */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  /**
   * Sends a request once, on a connection of its own, and resolves once the headers of the answer are there. The time
   * limit of the request includes reading the body.
   * @throws {OutboundError} as above
   */
  open(request: Omit<OutboundRequest, 'keepAlive' | 'keptBytes'>): Promise<OutboundStream>;
  /**
   * Whether a request to a URL would be refused because of its address, so that this can be said before there is one. It is
   * checked again for each request, because names change. A name that does not resolve within some seconds is not blocked.
   */
  isBlocked(target: Pick<OutboundRequest, 'workspaceId' | 'url'>): Promise<boolean>;
}
