import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setWorkspaceVoice } from '#store/credentials/workspaces.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { recordingForm } from '../../support/voice/memory-voice.ts';
import { startVoiceService, type VoiceService } from '../../support/voice/voice-service.ts';

const operations: [string, (client: ApiClient) => Promise<ApiAnswer>][] = [
  ['transcribe', async (client) => await client.upload('/v1/voice/transcribe', recordingForm())],
  ['speak', async (client) => await client.post('/v1/voice/speak', { text: 'Hello' })],
  ['voices', async (client) => await client.get('/v1/voice/voices')],
];
const unavailable = [503, 'voice_unavailable'];

describe('[voice.unavailable] without a voice provider', () => {
  let service: TestService;
  let client: ApiClient;
  beforeAll(async () => {
    service = await startService({ worker: false });
    ({ client } = await service.workspace({ subject: 'ada' }));
  });
  afterAll(async () => await service.stop());

  it.each(operations)('%s is 503, after the credential is checked', async (_, call) => {
    expect(verdict(await call(client))).toEqual(unavailable);
    expect(verdict(await call(client.with({ apiKey: 'sk_unknown' })))).toEqual([401, 'unauthorized']);
  });

  it('the log has no error of it', () => {
    expect(service.logs.filter(({ msg }) => msg === 'request failed')).toEqual([]);
  });
});

describe('[voice.unavailable] where voice is switched off', () => {
  let started: VoiceService;
  beforeAll(async () => {
    started = await startVoiceService();
  });
  afterAll(async () => await started.stop());

  it('every operation is 503 for that workspace only, and works again when it is on', async () => {
    const { service } = started;
    const { id, client } = await service.workspace({ subject: 'ada' });
    const stranger = (await service.workspace({ subject: 'ada' })).client;
    expect(await setWorkspaceVoice(service.db, id, false)).toBe(true);
    for (const [, call] of operations) {
      expect(verdict(await call(client))).toEqual(unavailable);
      expect((await call(stranger)).status).toBe(200);
    }
    await setWorkspaceVoice(service.db, id, true);
    const isOn = async () => (await client.get('/v1/voice/voices')).status === 200;
    await waitUntil(isOn, { timeoutMs: 60_000, what: 'the switch is noticed' });
    for (const [, call] of operations) expect((await call(client)).status).toBe(200);
  });
});
