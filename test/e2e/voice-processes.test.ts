import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { largestRecordingBytes } from '#contract/voice.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { wav } from '../support/voice/memory-voice.ts';
import {
  prepareVoiceProcesses,
  type VoiceProcess,
  type VoiceProcesses,
} from '../support/voice/start-voice-process.ts';

let processes: VoiceProcesses;
let dying: VoiceProcess;
let living: VoiceProcess;
beforeAll(async () => {
  processes = await prepareVoiceProcesses();
  [dying, living] = await Promise.all([processes.start('hangs'), processes.start()]);
});
afterAll(async () => await processes.stop());

const boundary = 'b0undary';
const head = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n`,
);
const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

/** An upload of which the test sends the pieces. */
function upload(baseUrl: string, apiKey: string, subject = 'ada') {
  const sent = request(`${baseUrl}/v1/voice/transcribe`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'service-subject': subject,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  sent.on('error', () => {});
  sent.write(head);
  return sent;
}

it('[voice.upload.memory] 16 recordings of 25 MiB at once need less than 200 MB of memory', async () => {
  const { apiKey, client } = await processes.workspace(living.baseUrl);
  const chunk = Buffer.alloc(64 * 1024);
  const begin = wav(0);
  const uploaded = async (subject: string) => {
    const sent = upload(living.baseUrl, apiKey, subject);
    sent.write(begin);
    for (let left = largestRecordingBytes - begin.length; left > 0; left -= chunk.length) {
      if (!sent.write(chunk.subarray(0, Math.min(left, chunk.length)))) await once(sent, 'drain');
    }
    sent.end(tail);
    const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    response.resume();
    return response.statusCode;
  };
  expect(await uploaded('warm-up')).toBe(200);
  const before = await living.rss();
  let most = before;
  const uploads = { areOver: false };
  const watched = (async () => {
    while (!uploads.areOver) most = Math.max(most, await living.rss());
  })();
  const statuses = await Promise.all(
    Array.from({ length: 16 }, async (_, index) => await uploaded(`s${index}`)),
  );
  uploads.areOver = true;
  await watched;
  expect(statuses).toEqual(Array<number>(16).fill(200));
  expect((most - before) / 1e6).toBeLessThan(200);
  await expect.poll(async () => await processes.uploadedFiles()).toEqual([]);
  expect((await client.get('/v1/voice/voices')).status).toBe(200);
});

it('[voice.speak.once] [voice.upload.removed] when a process is killed, another one makes its speech, and its successor removes its uploads', async () => {
  const { apiKey, client } = await processes.workspace(living.baseUrl);
  const ada = client.at(dying.baseUrl);
  const broken = ada.post('/v1/voice/speak', { text: 'Hello' });
  const isMade = async () => (await processes.db.speeches.countDocuments({ state: 'making' })) === 1;
  await waitUntil(isMade, { timeoutMs: 60_000, what: 'the first process makes it' });
  const waiting = client.post('/v1/voice/speak', { text: 'Hello' });
  const isAwaited = async () =>
    (await processes.db.speeches.countDocuments({ awaited_until: { $exists: true } })) === 1;
  await waitUntil(isAwaited, { timeoutMs: 60_000, what: 'the second process waits' });
  const sent = upload(dying.baseUrl, apiKey);
  sent.write(wav(100_000));
  const isUploading = async () => (await processes.uploadedFiles()).length === 1;
  await waitUntil(isUploading, { timeoutMs: 60_000, what: 'an upload is under way' });

  await Promise.all([expect(broken).rejects.toThrow(/terminated|fetch failed/), dying.kill()]);
  const answer = await waiting;
  expect([
    answer.status,
    answer.headers.get('service-voice-cache'),
    Buffer.from(answer.bytes).toString(),
  ]).toEqual([200, 'miss', 'Hello']);
  expect(await processes.uploadedFiles()).toHaveLength(1);
  const successor = await processes.start();
  expect(await processes.uploadedFiles()).toEqual([]);
  const again = await client.at(successor.baseUrl).post('/v1/voice/speak', { text: 'Hello' });
  expect(again.headers.get('service-voice-cache')).toBe('hit');
});
