import type { Realtime } from '#adapters/realtime/port.ts';
import { createPusher } from '#adapters/realtime/pusher.ts';
import type { Environment } from '#config/environment.ts';
import type { Logger } from '#config/logger.ts';
import { pusherSettings } from '#config/settings.ts';

/** The deployment's realtime provider; undefined if there is none. Its failures are logged. */
export function connectRealtime(environment: Environment, log: Logger): Realtime | undefined {
  const settings = pusherSettings(environment);
  if (settings === undefined) return undefined;
  return createPusher(settings, { onFault: (fault) => log.warn(fault, 'realtime provider failed') });
}
