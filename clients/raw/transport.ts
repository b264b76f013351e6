/** A request as it is sent. */
export interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
  signal?: AbortSignal;
}

/** A response whose body is still to be read. */
export interface Received {
  status: number;
  headers: Headers;
  body: AsyncIterable<Uint8Array> | null;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** How requests reach the API. `fetch` is one, which browsers and Node have; another is {@link Pool}, for Node only. */
export type Transport = (url: string, request: Sent) => Promise<Received>;
