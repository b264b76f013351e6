import { createElevenlabs, type ElevenlabsSettings } from './elevenlabs.ts';
import { createLocal, type LocalOptions, type LocalSettings } from './local.ts';
import { createOpenai, type OpenaiSettings } from './openai.ts';
import type { VoiceProvider } from './port.ts';

/** Which provider, and how it is reached. */
export type VoiceSettings =
  | ({ provider: 'elevenlabs' } & ElevenlabsSettings)
  | ({ provider: 'openai' } & OpenaiSettings)
  | ({ provider: 'local' } & LocalSettings);

/** Creates the voice provider of a deployment. It calls none, but `local` looks whether its programs are installed. */
export async function createVoiceProvider(
  settings: VoiceSettings,
  options: LocalOptions = {},
): Promise<VoiceProvider> {
  switch (settings.provider) {
    case 'elevenlabs':
      return await createElevenlabs(settings);
    case 'openai':
      return createOpenai(settings);
    case 'local': {
      const local = createLocal(settings, options);
      await local.check();
      return local;
    }
  }
}
