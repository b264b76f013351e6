/** A request to an MCP endpoint as a client that keeps to no SDK would send it. */
export interface RawRequest {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  method?: string;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The message in the body, of JSON or of the first event. */
  message: { result?: Record<string, unknown>; error?: { code: number; message: string; data?: unknown } };
}

/** A call of a method, as a client of the revision 2025-11-25 sends it. */
export function rpc(method: string, params: Record<string, unknown> = {}): Record<string, unknown> {
  return { jsonrpc: '2.0', id: 1, method, params };
}

/** Sends one request; resolves to the response, whatever its status. */
export async function sendRaw(url: string, request: RawRequest): Promise<RawAnswer> {
  const { token, body, headers, method = 'POST' } = request;
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
  return {
    status: response.status,
    headers: response.headers,
    text,
    message: (data === '' ? {} : JSON.parse(data)) as RawAnswer['message'],
  };
}
