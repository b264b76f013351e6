import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { InvalidAudio, UnknownVoice } from '#adapters/voice/errors.ts';
import { createLocal } from '#adapters/voice/local.ts';
import type { VoiceProvider } from '#adapters/voice/port.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { isRunning } from '#test/support/is-running.ts';
import { localVoiceEnvironment } from '#test/support/local-voice.ts';
import { bytesOf, recording, silentWav } from '#tools/dev/stand-ins/voice-servers/recordings.ts';

const ends = new AsyncDisposableStack();
const never = new AbortController().signal;
const missing: string[] = [];
let python = '';
let local: VoiceProvider & { check: () => Promise<void> };

beforeAll(async () => {
  const { VOICE_RECOGNIZER_PYTHON: recognizerPython = '' } = await localVoiceEnvironment();
  python = recognizerPython;
  local = createLocal({ recognizerPython }, { onMissing: (advice) => void missing.push(advice) });
});
afterAll(async () => await ends.disposeAsync());

it('nothing is missing on this machine', async () => {
  await local.check();
  expect(missing).toEqual([]);
});

it('[voice.provider.local] the recognizer ends with the process that started it, whatever becomes of its input', async () => {
  const script = join(import.meta.dirname, '../../adapters/voice/local/recognizer.py');
  // In the place of the API. The input of the recognizer stays open.
  const run = 'exec 3<&0; "$0" "$1" <&3 & echo $!; wait';
  const shell = spawn('/bin/sh', ['-c', run, python, script], { stdio: ['pipe', 'pipe', 'ignore'] });
  const [line] = (await once(shell.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  const watches = () => readdirSync(`/proc/${pid}/task`).length > 1;
  await waitUntil(watches, { timeoutMs: 120_000, what: 'the recognizer has started' });
  const exited = once(shell, 'exit');
  shell.kill('SIGKILL');
  await waitUntil(() => !isRunning(pid), { timeoutMs: 60_000, what: 'the recognizer has ended' });
  shell.stdin.destroy();
  expect(await exited).toEqual([null, 'SIGKILL']);
});

it('[voice.transcribe.silence] a silent recording has an empty text', async () => {
  const take = await recording(ends, silentWav(2));
  expect(await local.transcribe(take, { signal: never })).toEqual({ text: '', seconds: 2 });
});

it.each([
  ['noise that is called a WAV', 'audio/wav'],
  ['noise that is called an MP4', 'video/mp4'],
  ['noise that is called an Ogg', 'audio/ogg'],
])('[voice.transcribe.unreadable] %s is no audio', async (_, media_type) => {
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251));
  const take = await recording(ends, noise, media_type);
  await expect(local.transcribe(take, { signal: never })).rejects.toThrow(InvalidAudio);
});

it('a list of other files that is called a recording opens none of them', async () => {
  const playlist = Buffer.from(
    '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
  );
  const take = await recording(ends, playlist, 'audio/mpeg');
  await expect(local.transcribe(take, { signal: never })).rejects.toThrow(InvalidAudio);
});

it('[voice.voices] espeak-ng lists its voices, and speaks with each that is asked for', async () => {
  const voices = await local.voices({ signal: never });
  expect(voices.length).toBeGreaterThan(50);
  expect(voices).toContainEqual({ id: 'en-us', name: 'English (America)', category: 'premade' });
  expect(new Set(voices.map(({ id }) => id)).size).toBe(voices.length);
  const [english, german] = await Promise.all(
    ['en-us', 'de'].map(async (voice_id) => {
      const { audio } = await local.speak({ text: 'Guten Tag', voice_id }, { signal: never });
      return await bytesOf(audio);
    }),
  );
  expect(english?.readUInt32LE(4)).toBe(Number(english?.byteLength) - 8);
  expect(german).not.toEqual(english);
  await expect(local.speak({ text: 'Hi', voice_id: 'xx' }, { signal: never })).rejects.toThrow(UnknownVoice);
});

it('a long text is spoken to its end', async () => {
  const { audio } = await local.speak({ text: '9 €\n\n'.repeat(1000).trim() }, { signal: never });
  let bytes = 0;
  for await (const chunk of audio) bytes += chunk.byteLength;
  expect(bytes).toBeGreaterThan(30_000_000);
});
