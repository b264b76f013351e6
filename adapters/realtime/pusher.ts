import { defined } from '#contract/defined.ts';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import Pusher from 'pusher';
import type { Event } from '#contract/event.ts';
import { threadChannel } from '#contract/realtime.ts';
import type { Published, Realtime } from './port.ts';
import { PublishQueue, type SendOutcome } from './publish-queue.ts';

export interface PusherSettings {
  appId: string;
  key: string;
  secret: string;
  cluster?: string;
  /**
   * The host of the provider's HTTP API, if it is not the cluster's. Without a cluster, it is a server of the deployment's
   * own, to which browsers connect too.
   */
  host?: string;
  port?: string;
  useTLS: boolean;
}

export interface PusherOptions {
  /** Called with what went wrong: a status or a kind of error, and how many events were given up. */
  onFault: (fault: { status?: number; lost?: number }) => void;
  /** How long the provider may take to respond. Default: 5,000. */
  timeoutMs?: number;
  /** The first delay after a failure. Default: 500. */
  firstRetryMs?: number;
}

/** The most events that the provider accepts in one call. A queue takes as many of what waits, which can become more events. */
const batchSize = 10;
/** Threads share this many queues. Each sends in order, one call at a time. */
const lanes = 4;
/** The most events that wait in each queue while the provider is away. */
const waitingLimit = 2000;
/** The most data that the provider accepts in one event, in bytes. */
const dataLimitBytes = 10_240;

interface Trigger {
  channel: string;
  name: Event['type'];
  data: string;
}

/** Publishes to Pusher Channels, or to a server with the same protocol. */
export function createPusher(settings: PusherSettings, options: PusherOptions): Realtime {
  const { appId, key, secret, cluster, host, port, useTLS } = settings;
  const agent = useTLS ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const pusher = new Pusher({
    appId,
    key,
    secret,
    useTLS,
    agent,
    timeout: options.timeoutMs ?? 5000,
    ...defined({ cluster, host, port }),
  } as Pusher.Options);

  const sendCall = async (triggers: Trigger[]): Promise<SendOutcome> => {
    try {
      const response = await pusher.triggerBatch(triggers);
      // Read to its end, so that the connection can be used again. The content does not matter.
      void response.text().catch(() => {});
      return 'sent';
    } catch (error) {
      // Only the status, because the error contains the signed address.
      const status = error instanceof Pusher.RequestError ? error.status : undefined;
      options.onFault(status === undefined ? {} : { status });
      return status !== undefined && status < 500 && status !== 429 ? 'refused' : 'failed';
    }
  };
  const send = async (batch: Published[]): Promise<SendOutcome> => {
    const triggers = batch.flatMap(({ thread_id, events }) =>
      events().map((event) => ({ channel: threadChannel(thread_id), name: event.type, data: dataOf(event) })),
    );
    for (let sent = 0; sent < triggers.length; sent += batchSize) {
      const outcome = await sendCall(triggers.slice(sent, sent + batchSize));
      if (outcome === 'sent') continue;
      for (const { onUnsent } of batch) onUnsent();
      return outcome;
    }
    return 'sent';
  };
  const queues = Array.from(
    { length: lanes },
    () =>
      new PublishQueue<Published>({
        send,
        batchSize,
        limit: waitingLimit,
        perishable: ({ perishable }) => perishable,
        onLost: (lost) => options.onFault({ lost }),
        ...defined({ firstRetryMs: options.firstRetryMs }),
      }),
  );

  return {
    connectsTo: socketsOf(settings),
    client: clientOf(settings),
    authorize: (socketId, channel) => ({ auth: pusher.authorizeChannel(socketId, channel).auth }),
    publish: (published) => {
      const lane = Number.parseInt(published.thread_id.slice(-4), 16) % lanes;
      queues[lane]?.add(published);
    },
    fits: (event) => Buffer.byteLength(JSON.stringify(event)) <= dataLimitBytes,
    close: async () => {
      await Promise.all(queues.map(async (queue) => await queue.close()));
      agent.destroy();
    },
  };
}

/** The stock client throws without a cluster, also if it is given a host, which it then prefers. */
const noCluster = 'default';

function clientOf({ key, cluster, host, port, useTLS }: PusherSettings): Realtime['client'] {
  if (cluster !== undefined) return { key, cluster };
  const usual = useTLS ? 443 : 80;
  return {
    key,
    cluster: noCluster,
    ...defined({ host }),
    port: port === undefined ? usual : Number(port),
    use_tls: useTLS,
  };
}

/** The WebSocket servers of the provider. */
function socketsOf({ cluster, host, port, useTLS }: PusherSettings): string[] {
  const own = `${useTLS ? 'wss' : 'ws'}://${host}${port === undefined ? '' : `:${port}`}`;
  return [
    ...(cluster === undefined ? [] : [`wss://ws-${cluster}.pusher.com`]),
    ...(host === undefined ? [] : [own]),
  ];
}

/**
 * The envelope as it is sent. If it is too large for the provider, it is sent without `data`
 * (realtime.publish.too-large).
 */
function dataOf(event: Event): string {
  const whole = JSON.stringify(event);
  if (Buffer.byteLength(whole) <= dataLimitBytes) return whole;
  const { data: _tooLarge, ...envelope } = event;
  return JSON.stringify(envelope);
}
