import { Client, Connection, type ConnectionOptions } from '@temporalio/client';
import { tryAgain } from './try-again.ts';
import { withinDeadline } from './within-deadline.ts';

/** How to reach a Temporal namespace. */
export interface TemporalSettings {
  address: string;
  namespace: string;
  apiKey?: string;
  /** Default: on with an API key, as Temporal Cloud wants it; else off. */
  tls?: NonNullable<ConnectionOptions['tls']>;
}

/**
 * While Temporal is away, it is tried again at least this often, give or take a fifth: clients are connected well
 * within two seconds after it is back. gRPC's own limit is two minutes.
 */
const longestBackoffMs = 500;
const firstBackoffMs = 100;
/** A server that comes back under another address is looked up again no later than this; gRPC's default is 30 s. */
const lookUpAgainMs = 1000;

/** Connection options shared by client and worker. */
export function connectionOptions({ address, apiKey, tls = apiKey !== undefined }: TemporalSettings) {
  return { address, tls, ...(apiKey === undefined ? {} : { apiKey }) };
}

/** A client that connects with its first call: a service starts, and answers what it can, while Temporal is down. */
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

/** @throws when Temporal does not answer within the time-out */
export async function pingTemporal(client: Client, timeoutMs: number): Promise<void> {
  await withinDeadline(client, timeoutMs, async () => {
    await client.connection.workflowService.getSystemInfo({});
  });
}
