import { defined } from '#contract/defined.ts';
import { Client, Connection, type ConnectionOptions } from '@temporalio/client';
import { tryAgain } from './try-again.ts';
import { withinDeadline } from './within-deadline.ts';

/** How to reach a Temporal namespace. */
export interface TemporalSettings {
  address: string;
  namespace: string;
  apiKey?: string;
  /** Default: on with an API key, as Temporal Cloud requires; otherwise off. */
  tls?: NonNullable<ConnectionOptions['tls']>;
}

/**
 * While Temporal is away, connecting is retried at least this often, plus or minus a fifth, so that clients are
 * connected well within two seconds after it is back. gRPC's own limit is two minutes.
 */
const longestBackoffMs = 500;
const firstBackoffMs = 100;
/** A server that returns with another address is resolved again no later than this. gRPC's default is 30 s. */
const lookUpAgainMs = 1000;

/** Connection options shared by client and worker. */
export function connectionOptions({ address, apiKey, tls = apiKey !== undefined }: TemporalSettings) {
  return { address, tls, ...defined({ apiKey }) };
}

/**
 * Options of the connection that workers poll with. A server without TLS is on the same machine or in the same network,
 * where compressing takes longer than it saves.
 */
export function workerConnectionOptions(settings: TemporalSettings) {
  const options = connectionOptions(settings);
  return { ...options, grpcCompression: { codec: options.tls === false ? 'none' : 'gzip' } as const };
}

/**
 * A client that connects with its first call, so that a service can start, and serve what it can, while Temporal is
 * down.
 */
export function createTemporalClient(settings: TemporalSettings): Client {
  const connection = Connection.lazy({
    ...connectionOptions(settings),
    channelArgs: {
      'grpc.initial_reconnect_backoff_ms': firstBackoffMs,
      'grpc.max_reconnect_backoff_ms': longestBackoffMs,
      'grpc.dns_min_time_between_resolutions_ms': lookUpAgainMs,
    },
    interceptors: [tryAgain],
  });
  return new Client({ connection, namespace: settings.namespace });
}

/** @throws if Temporal does not respond within the timeout */
export async function pingTemporal(client: Client, timeoutMs: number): Promise<void> {
  await withinDeadline(client, timeoutMs, async () => {
    await client.connection.workflowService.getSystemInfo({});
  });
}
