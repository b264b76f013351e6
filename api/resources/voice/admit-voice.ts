import type { VoiceProvider } from '#adapters/voice/port.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Caller } from '../../http/authentication/caller.ts';
import type { VoiceSwitch } from './voice-switch.ts';

/** Whether there is voice, and for whom. */
export interface VoiceServices {
  /** Absent if the deployment has no voice provider. */
  voice?: VoiceProvider | undefined;
  /** Which workspaces may use it. */
  voiceSwitch: VoiceSwitch;
}

/**
 * Lets only workspaces in that can use voice (voice.unavailable). A request is refused before its body is read.
 * @throws {ServiceError} `voice_unavailable`
 */
export async function admitVoice(
  { voice, voiceSwitch }: VoiceServices,
  { workspace_id }: Caller,
): Promise<void> {
  providerOf(voice);
  if (!(await voiceSwitch.isOn(workspace_id))) throw voiceUnavailable();
}

/** The voice provider of the deployment. @throws {ServiceError} `voice_unavailable` if it has none */
export function providerOf(voice: VoiceProvider | undefined): VoiceProvider {
  if (voice === undefined) throw voiceUnavailable();
  return voice;
}

function voiceUnavailable(): ServiceError {
  return new ServiceError('voice_unavailable', 'Voice is not available for this workspace.');
}
