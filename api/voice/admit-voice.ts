import type { VoiceProvider } from '#adapters/voice/port.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Caller } from '../authentication/caller.ts';
import type { Services } from '../services.ts';

/**
 * Lets only workspaces in that can use voice (voice.unavailable). A request is refused before its body is read.
 * @throws {ServiceError} `voice_unavailable`
 */
export async function admitVoice(services: Services, { workspace_id }: Caller): Promise<void> {
  providerOf(services);
  if (!(await services.voiceSwitch.isOn(workspace_id))) throw voiceUnavailable();
}

/** The voice provider of the deployment. @throws {ServiceError} `voice_unavailable` if it has none */
export function providerOf({ voice }: Services): VoiceProvider {
  if (voice === undefined) throw voiceUnavailable();
  return voice;
}

function voiceUnavailable(): ServiceError {
  return new ServiceError('voice_unavailable', 'Voice is not available for this workspace.');
}
