import type { Realtime } from '#adapters/realtime/port.ts';
import { ServiceError } from '#contract/errors.ts';
import { ChannelAuthorization, ChannelRequest, channelThread } from '#contract/realtime.ts';
import type { Database } from '#store/mongo/database.ts';
import { findThread } from '#store/threads/threads.ts';
import { type Caller, scopeOf } from '../../http/authentication/caller.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const authorizeChannel = endpoint({
  operation: 'authorizeChannel',
  summary: "Authorize a socket of the realtime provider for a thread's channel",
  method: 'post',
  path: '/v1/loom/realtime/auth',
  access: 'subject',
  noun: 'channel',
  role: 'viewer',
  scope: 'read',
  body: ChannelRequest,
  form: true,
  status: 200,
  data: ChannelAuthorization,
  dataBeside: true,
  errors: ['realtime_restricted', 'realtime_unavailable'],
  async handle({ db, realtime }: { db: Database; realtime?: Realtime }, { caller, body }) {
    const { channel_name, socket_id } = body;
    const thread = await findThread(db, scopeOf(caller), channelThread(channel_name));
    // A channel that does not exist and one of somebody else are both forbidden (realtime.auth.forbidden).
    if (thread === null) throw new ServiceError('forbidden', 'This channel is not yours to subscribe to.');
    refuseRestricted(caller);
    if (realtime === undefined) {
      throw new ServiceError('realtime_unavailable', 'This deployment has no realtime provider.');
    }
    return { data: realtime.authorize(socket_id, channel_name) };
  },
});

/**
 * A socket stays subscribed, and all sockets of a channel receive the same. So a token for one connection has no channel: events of
 * runs with another connection may follow on the same thread.
 * @throws {ServiceError} `realtime_restricted`
 */
function refuseRestricted({ connection_claim }: Caller): void {
  if (connection_claim === undefined) return;
  throw new ServiceError(
    'realtime_restricted',
    'A session token that is restricted to a connection has no channel. Follow the events of the thread instead.',
  );
}
