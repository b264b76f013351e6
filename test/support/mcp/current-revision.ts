import { type RawAnswer, sendRaw } from './raw.ts';

/** The metadata that a client of revision 2026-07-28 sends with each call. */
export interface Declared {
  url: string;
  token: string;
  capabilities?: object;
  /** Further `_meta`. */
  meta?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** A request of revision 2026-07-28 as it is on the wire. */
export async function sendCurrent(
  { url, token, capabilities = {}, meta = {}, headers = {} }: Declared,
  method: string,
  params: Record<string, unknown> = {},
): Promise<RawAnswer> {
  const name = params['name'] ?? params['taskId'] ?? params['uri'];
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...meta,
  };
  return await sendRaw(url, {
    token,
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...headers,
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
  });
}
