import type { VoiceProvider } from '#adapters/voice/port.ts';
import { createVoiceProvider } from '#adapters/voice/voice-provider.ts';
import type { Environment } from '#config/environment.ts';
import type { Logger } from '#config/logger.ts';
import { voiceSettings } from '#config/settings.ts';

/** The deployment's voice provider; undefined if there is none. What it lacks on this machine is logged. */
export async function connectVoice(
  environment: Environment,
  log: Logger,
): Promise<VoiceProvider | undefined> {
  const settings = voiceSettings(environment);
  if (settings === undefined) return undefined;
  return await createVoiceProvider(settings, { onMissing: (advice) => log.warn(advice) });
}
