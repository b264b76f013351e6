import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { erase, erased } from '../../support/erasures.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { startService, type TestService } from '../../support/service.ts';
import { MemoryVoice } from '../../support/voice/memory-voice.ts';

let service: TestService;
let client: ApiClient;
let workspaceId: string;
beforeAll(async () => {
  service = await startService({ services: { voice: new MemoryVoice() } });
});
beforeEach(async () => {
  ({ id: workspaceId, client } = await service.workspace());
});
afterAll(async () => await service.stop());

const speak = async (by: ApiClient, text: string) =>
  (await by.post('/v1/voice/speak', { text })).headers.get('service-voice-cache');
const eraseAda = async () => {
  const { data } = await erase(client, 'ada');
  await erased(client, data.id);
};
const kept = async () => {
  const speeches = await service.db.speeches.find({ workspace_id: workspaceId }).toArray();
  const ids = speeches.map(({ _id }) => _id);
  const pieces = await service.db.speech_chunks.countDocuments({ speech_id: { $in: ids } });
  return { subjects: speeches.map(({ subject_refs }) => subject_refs), pieces };
};

it('[erasure.speech] speech that only the subject has heard is gone with its pieces', async () => {
  await speak(client.as('ada'), 'Your balance is 12');
  await speak(client.as('bob'), 'Yours is 13');
  const [adas] = await service.db.speeches.find({ subject_refs: 'ada', workspace_id: workspaceId }).toArray();
  await eraseAda();
  expect(await kept()).toEqual({ subjects: [['bob']], pieces: 1 });
  expect(await service.db.speech_chunks.countDocuments({ speech_id: adas?._id ?? '' })).toBe(0);
  expect(await speak(client.as('ada'), 'Your balance is 12')).toBe('miss');
});

it('[erasure.speech] speech that others have heard too forgets the subject, and their responses are still replayed', async () => {
  const bob = withKey(client.as('bob'));
  await speak(client.as('ada'), 'Welcome');
  expect(await speak(bob, 'Welcome')).toBe('hit');
  await eraseAda();
  expect(await kept()).toEqual({ subjects: [['bob']], pieces: 1 });
  const again = await bob.post('/v1/voice/speak', { text: 'Welcome' });
  expect([again.status, isReplayed(again)]).toEqual([200, true]);
});

it('[erasure.speech] a piece that a process left behind when it was killed is erased too', async () => {
  await speak(client.as('ada'), 'Half');
  await service.db.speeches.updateMany(
    { workspace_id: workspaceId },
    { $set: { state: 'making', leased_until: new Date(0) } },
  );
  const [half] = await service.db.speeches.find({ workspace_id: workspaceId }).toArray();
  const pieces = { speech_id: half?._id ?? '' };
  expect(await service.db.speech_chunks.countDocuments(pieces)).toBe(1);
  await eraseAda();
  expect(await kept()).toEqual({ subjects: [], pieces: 0 });
  expect(await service.db.speech_chunks.countDocuments(pieces)).toBe(0);
});
