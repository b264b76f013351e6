import { RealtimeConfig } from '#contract/realtime.ts';
import type { Realtime } from '#adapters/realtime/port.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getRealtimeConfig = endpoint({
  operation: 'getRealtimeConfig',
  summary: 'Get what a browser needs to subscribe to threads at the realtime provider',
  method: 'get',
  path: '/v1/loom/realtime/config',
  access: 'subject',
  noun: 'configuration',
  role: 'viewer',
  status: 200,
  data: RealtimeConfig,
  async handle({ realtime }: { realtime?: Realtime }, { caller }) {
    // A token for one connection has no channel, so its client follows the thread instead (realtime.auth.restricted).
    return { data: realtimeConfigOf(caller.connection_claim === undefined ? realtime : undefined) };
  },
});

/** The settings with which a browser connects to the realtime provider, if there is one. */
export function realtimeConfigOf(realtime: Realtime | undefined): RealtimeConfig {
  return realtime === undefined ? { enabled: false } : { enabled: true, ...realtime.client };
}
