import { z } from 'zod';
import { OutboundError } from '#adapters/outbound-http/errors.ts';
import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import { ConnectionTest } from '#contract/connection.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { type OpenConnection, openConnection } from '#store/connections/connections.ts';
import { endpoint } from '../routing/endpoint.ts';

const timeoutMs = 10_000;

export const testConnection = endpoint({
  operation: 'testConnection',
  summary: 'Test a connection: GET its base URL with its headers, and report the result',
  method: 'post',
  path: '/v1/connections/{id}/test',
  access: 'management',
  noun: 'connection',
  params: z.object({ id: Uuid }),
  status: 200,
  data: ConnectionTest,
  async handle({ services, caller, params }) {
    const { db, keyring, outboundHttp } = services;
    const connection = await openConnection(db, keyring, caller.workspace_id, params.id);
    if (connection === null) throw notFound('connection');
    const startedAt = performance.now();
    const result = await tryHost(outboundHttp, caller.workspace_id, connection);
    return { data: { ...result, duration_ms: Math.round(performance.now() - startedAt) } };
  },
});

/** Any response shows that the host is reachable, even if it refuses the credentials. Its status is reported. */
async function tryHost(
  outboundHttp: OutboundHttp,
  workspaceId: string,
  { base_url, headers }: OpenConnection,
): Promise<Omit<ConnectionTest, 'duration_ms'>> {
  try {
    const { status } = await outboundHttp.send({
      workspaceId,
      method: 'GET',
      url: base_url,
      headers,
      timeoutMs,
    });
    return { ok: true, status };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ok: false, error: { code: error.code, message: error.message } };
  }
}
