import type { Realtime } from '#adapters/realtime/port.ts';
import { createPusher } from '#adapters/realtime/pusher.ts';
import type { Environment } from '#process/config/environment.ts';
import type { Logger } from '#process/config/logger.ts';
import { pusherSettings, voiceSettings } from '#process/config/settings.ts';
import type { VoiceProvider } from '#adapters/voice/port.ts';
import { createVoiceProvider } from '#adapters/voice/voice-provider.ts';

/** The deployment's realtime provider; undefined if there is none. Its failures are logged. */
export function connectRealtime(environment: Environment, log: Logger): Realtime | undefined {
  const settings = pusherSettings(environment);
  if (settings === undefined) return undefined;
  return createPusher(settings, { onFault: (fault) => log.warn(fault, 'realtime provider failed') });
}

/** The deployment's voice provider; undefined if there is none. What it lacks on this machine is logged. */
export async function connectVoice(
  environment: Environment,
  log: Logger,
): Promise<VoiceProvider | undefined> {
  const settings = voiceSettings(environment);
  if (settings === undefined) return undefined;
  return await createVoiceProvider(settings, { onMissing: (advice) => log.warn(advice) });
}
