import { z } from 'zod';

/** The settings with which a browser subscribes to threads at the realtime provider. */
export const RealtimeConfig = z
  .object({
    enabled: z.boolean().meta({
      description:
        'Whether events are published on channels that this caller may subscribe to. If not, follow the thread or poll. Always false for a session token that is restricted to a connection.',
    }),
    key: z.string().optional().meta({ description: 'Public key of the provider.' }),
    cluster: z.string().optional().meta({
      description: 'Cluster of the provider; `default` for a server of the deployment’s own.',
    }),
    host: z.string().optional().meta({
      description: 'Host of a server of the deployment’s own: `wsHost` of the stock client.',
    }),
    port: z.int().optional().meta({ description: 'Its port: `wsPort` and `wssPort`.' }),
    use_tls: z.boolean().optional().meta({ description: 'Whether it uses TLS: `forceTLS`.' }),
  })
  .meta({ id: 'RealtimeConfig' });
export type RealtimeConfig = z.infer<typeof RealtimeConfig>;

const channelPattern = /^private-thread-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Body of `POST /v1/loom/realtime/auth`. A socket id of another form could give the signature another meaning. */
export const ChannelRequest = z
  .strictObject({
    channel_name: z
      .string()
      .regex(channelPattern, 'must be private-thread-<thread id>')
      .meta({ description: '`private-thread-` and the id of the thread.' }),
    socket_id: z
      .string()
      .max(64)
      .regex(/^\d+\.\d+$/, 'must be a socket id of the provider')
      .meta({ description: 'The socket id that the client library of the provider gives.' }),
  })
  .meta({ id: 'ChannelRequest' });
export type ChannelRequest = z.infer<typeof ChannelRequest>;

/** The provider's channel authorization. */
export const ChannelAuthorization = z.object({ auth: z.string() }).meta({ id: 'ChannelAuthorization' });
export type ChannelAuthorization = z.infer<typeof ChannelAuthorization>;

const prefix = 'private-thread-';

/** The channel to which the events of a thread are published. */
export function threadChannel(threadId: string): string {
  return `${prefix}${threadId}`;
}

/** The thread of a channel. */
export function channelThread(channel: string): string {
  return channel.slice(prefix.length);
}
