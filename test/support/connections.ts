import type { Connection } from '#contract/connection.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';

/** The body of a new connection, with parts of it replaced. */
export function connectionBody(parts: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: 'bank', base_url: 'https://bank.example/v1', auth: { type: 'none' }, ...parts };
}

/** Creates a connection; parts of it can be given. */
export async function createConnection(
  client: ApiClient,
  parts: Record<string, unknown> = {},
): Promise<Connection> {
  const { status, data } = await client.post<Connection>('/v1/connections', connectionBody(parts));
  if (status !== 201) throw new Error(`the connection was not created: ${status}`);
  return data;
}

/** Changes a connection. */
export async function patchConnection(
  client: ApiClient,
  id: string,
  change: unknown,
): Promise<ApiAnswer<Connection>> {
  return await client.send<Connection>('PATCH', `/v1/connections/${id}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
}

export async function deleteConnection(client: ApiClient, id: string): Promise<ApiAnswer<{ id: string }>> {
  return await client.send<{ id: string }>('DELETE', `/v1/connections/${id}`);
}
