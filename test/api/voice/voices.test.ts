import { beforeEach, expect, it } from 'vitest';
import { VoiceProviderFault } from '#adapters/voice/errors.ts';
import type { Voice } from '#adapters/voice/port.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { MemoryVoice } from '../../support/voice/memory-voice.ts';
import { walk } from '../../support/walk.ts';

let voice: MemoryVoice;
let service: TestService;
let client: ApiClient;
/** The list is remembered for a provider: each test has its own. */
beforeEach(async () => {
  voice = new MemoryVoice();
  service = await startService({ worker: false, services: { voice } });
  ({ client } = await service.workspace({ subject: 'ada' }));
  return async () => await service.stop();
});

const path = '/v1/voice/voices';

it('[voice.voices] voices are listed by name, with what the provider tells of them, in pages', async () => {
  const all: Voice[] = Array.from({ length: 7 }, (_, index) => ({
    id: `v${index}`,
    name: index < 4 ? 'Same name' : `Name ${index}`,
    category: 'premade',
    preview_url: `https://voices.example/${index}.mp3`,
  }));
  voice.listed = all.toReversed();
  const sorted = [4, 5, 6, 0, 1, 2, 3].map((index) => all[index]);
  const first = await client.get<Voice[]>(path);
  expect([first.status, first.data, first.pagination.has_more]).toEqual([200, sorted, false]);
  const pages = await walk<Voice>(client, `${path}?limit=3`);
  expect(pages.map(({ data }) => data.length)).toEqual([3, 3, 1]);
  expect(pages.flatMap(({ data }) => data)).toEqual(sorted);
});

it('[voice.voices] the provider is asked once for many requests', async () => {
  await Promise.all(Array.from({ length: 10 }, async () => await client.get(path)));
  await client.get(path);
  expect(voice.timesListed).toBe(1);
});

it('[voice.provider-error] a failure is not remembered', async () => {
  voice.listing = async () => await Promise.reject(new VoiceProviderFault());
  expect(verdict(await client.get(path))).toEqual([502, 'voice_provider_error']);
  voice.listing = async () => await Promise.resolve(voice.listed);
  expect((await client.get(path)).status).toBe(200);
});

it('[voice.credentials] a subject is needed, and a cursor of another list is refused', async () => {
  expect(verdict(await client.ofWorkspace().get(path))).toEqual([422, 'subject_required']);
  expect(verdict(await client.get(`${path}?cursor=abc`))).toEqual([422, 'invalid_cursor']);
});
