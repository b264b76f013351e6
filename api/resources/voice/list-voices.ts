import { Voice } from '#contract/voice.ts';
import { listEndpoint } from '../../http/pagination/list-endpoint.ts';
import { admitVoice, providerOf, type VoiceServices } from './admit-voice.ts';
import type { VoiceList } from './voice-list.ts';

export const listVoices = listEndpoint({
  operation: 'listVoices',
  summary: 'List the voices that can be chosen, by name',
  path: '/v1/voice/voices',
  access: 'subject',
  noun: 'voice',
  role: 'viewer',
  scope: 'voice',
  admit: admitVoice,
  errors: ['voice_unavailable', 'voice_provider_error'],
  item: Voice,
  read: async ({ voices, voice }: VoiceServices & { voices: VoiceList }, _, limit, after) =>
    await voices.page(providerOf(voice), limit, after),
  present: (voice) => voice,
});
