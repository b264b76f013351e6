import { Voice } from '#contract/voice.ts';
import { listEndpoint } from '../pagination/list-endpoint.ts';
import { admitVoice, providerOf } from './admit-voice.ts';

export const listVoices = listEndpoint({
  operation: 'listVoices',
  summary: 'List the voices that can be chosen, by name',
  path: '/v1/voice/voices',
  access: 'subject',
  noun: 'voice',
  admit: admitVoice,
  errors: ['voice_unavailable', 'voice_provider_error'],
  item: Voice,
  read: async (services, _, limit, after) => await services.voices.page(providerOf(services), limit, after),
  present: (voice) => voice,
});
