import { Client, Connection } from '@temporalio/client';

/** How to reach a Temporal namespace. */
export interface TemporalSettings {
  address: string;
  namespace: string;
  apiKey?: string;
  tls?: boolean;
}

/** Connection options shared by client and worker. An API key implies TLS, as Temporal Cloud wants it. */
export function connectionOptions({ address, apiKey, tls }: TemporalSettings) {
  const secure = tls ?? apiKey !== undefined;
  return { address, ...(secure ? { tls: true } : {}), ...(apiKey === undefined ? {} : { apiKey }) };
}

/** A client that connects with its first call: a service starts, and answers what it can, while Temporal is down. */
export function createTemporalClient(settings: TemporalSettings): Client {
  const connection = Connection.lazy(connectionOptions(settings));
  return new Client({ connection, namespace: settings.namespace });
}

/** @throws when Temporal does not answer within the time-out */
export async function pingTemporal(client: Client, timeoutMs: number): Promise<void> {
  await client.connection.withDeadline(Date.now() + timeoutMs, async () => {
    await client.connection.workflowService.getSystemInfo({});
  });
}
