import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  InvalidAudio,
  RecordingTooLong,
  UnknownLanguage,
  VoiceProviderFault,
} from '#adapters/voice/errors.ts';
import { checkMs } from '#adapters/voice/local/check.ts';
import { createLocal, localLimits } from '#adapters/voice/local.ts';
import { bytesOf, recording, silentWav } from '#tools/dev/stand-ins/voice-servers/recordings.ts';

const ends = new AsyncDisposableStack();
const never = new AbortController().signal;
const voices = 'Pty Language\\n 5  en-us  --/M  English  gmw/en-US  (en 3)\\n';
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heddle-programs-'));
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => await ends.disposeAsync());

/** A shell script in the place of a program. */
async function program(name: string, script: string): Promise<string> {
  const path = join(directory, `${name}-${Math.random().toString(36).slice(2)}`);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

/** Where a program writes its pid: a file of one test, so that none finds the pid of another's program. */
const pidFile = () => join(directory, `${randomUUID()}.pid`);

/** An espeak-ng that lists one voice, and otherwise runs a script. */
const espeak = async (script: string) =>
  await program('espeak', `if [ "$1" = --voices ]; then printf '${voices}'; exit 0; fi\n${script}`);
const ffmpeg = async (script = 'head -c 64000 /dev/zero') => await program('ffmpeg', script);
const python = async (script = `cat >/dev/null; echo '{"text": "three", "seconds": 1}'`) =>
  await program('python', script);

interface Parts {
  espeak?: string;
  ffmpeg?: string;
  python?: string;
  onMissing?: (advice: string) => void;
}
async function local({ onMissing = () => {}, ...parts }: Parts = {}) {
  return createLocal(
    {
      recognizerPython: parts.python ?? (await python()),
      programs: { espeak: parts.espeak ?? (await espeak('true')), ffmpeg: parts.ffmpeg ?? (await ffmpeg()) },
    },
    { onMissing },
  );
}
const speak = async (parts: Parts, signal = never) =>
  await bytesOf((await (await local(parts)).speak({ text: 'Hello; $(id)' }, { signal })).audio);
/** Lets the time of some work pass as soon as its program has written its pid. */
async function letTimePass(pid: string, limitMs: number): Promise<void> {
  // A shell makes the file before it writes to it.
  await vi.waitUntil(() => existsSync(pid) && readFileSync(pid, 'utf8').endsWith('\n'), {
    timeout: 120_000,
  });
  vi.advanceTimersByTime(limitMs);
  vi.useRealTimers();
}
const late = 'local did not finish in time';
const transcribe = async (parts: Parts, signal = never, media_type = 'audio/wav') =>
  await (await local(parts)).transcribe(await recording(ends, silentWav(1), media_type), { signal });

describe('speak', () => {
  it('the text goes to the standard input, and no shell sees it', async () => {
    const args = join(directory, 'args');
    const echo = await espeak(`echo "$@" >${args}; cat`);
    expect((await speak({ espeak: echo })).toString()).toBe('Hello; $(id)');
    expect(await readFile(args, 'utf8')).toBe('--stdin --stdout -b 1 -v en-us\n');
  });

  it('the program sees no secrets of the service', async () => {
    process.env['ENCRYPTION_KEYS_OF_A_TEST'] = 'secret';
    try {
      expect((await speak({ espeak: await espeak('env') })).toString()).not.toContain('secret');
    } finally {
      delete process.env['ENCRYPTION_KEYS_OF_A_TEST'];
    }
  });

  it('control characters are no part of the text', async () => {
    const provider = await local({ espeak: await espeak('cat') });
    const { audio } = await provider.speak({ text: 'a\u0000b\u001b[1m\nc' }, { signal: never });
    expect((await bytesOf(audio)).toString()).toBe('a b [1m\nc');
  });

  it('what espeak-ng would take for phonemes is text like any other', async () => {
    const provider = await local({ espeak: await espeak('cat') });
    const { audio } = await provider.speak({ text: 'a[[[0]] b' }, { signal: never });
    expect((await bytesOf(audio)).toString()).toBe('a[ [ [0]] b');
  });

  it.each([
    ['fails', 'exit 1', 'espeak-ng failed'],
    ['says nothing', 'exit 0', 'espeak-ng said nothing'],
    ['is killed', 'kill -9 $$', 'espeak-ng failed'],
  ])('a program that %s is a fault', async (_, script, message) => {
    const spoken = speak({ espeak: await espeak(script) });
    await expect(spoken).rejects.toThrow(VoiceProviderFault);
    await expect(spoken).rejects.toThrow(message);
  });

  it('a program that does not end is killed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pid = pidFile();
    const slow = await espeak(`echo $$ >${pid}; exec sleep 60`);
    const spoken = speak({ espeak: slow });
    await Promise.all([expect(spoken).rejects.toThrow(late), letTimePass(pid, localLimits.speakMs)]);
    await gone(pid);
  });

  it('a program ends with its caller, or with its reader', async () => {
    const pid = pidFile();
    const endless = await espeak(`echo $$ >${pid}; exec yes`);
    const caller = new AbortController();
    const provider = await local({ espeak: endless });
    const { audio } = await provider.speak({ text: 'Hi' }, { signal: caller.signal });
    const reason = new Error('the client has gone');
    caller.abort(reason);
    await expect(bytesOf(audio)).rejects.toBe(reason);
    await gone(pid);

    const second = await provider.speak({ text: 'Hi' }, { signal: never });
    for await (const _ of second.audio) break;
    await gone(pid);
  });

  it('only some programs run at once, and only some requests wait', async () => {
    const started = join(directory, 'started');
    const waiting = await espeak(`echo . >>${started}; exec sleep 60`);
    const provider = await local({ espeak: waiting });
    await provider.voices({ signal: never });
    const callers = Array.from({ length: 70 }, () => new AbortController());
    const spoken = callers.map(async ({ signal }) => await provider.speak({ text: 'Hi' }, { signal }));
    const outcomes = await Promise.allSettled(spoken.slice(68));
    expect(outcomes.map((outcome) => String((outcome as PromiseRejectedResult).reason))).toEqual(
      Array.from({ length: 2 }, () => 'VoiceProviderFault: local is busy'),
    );
    await expect.poll(async () => (await readFile(started, 'utf8')).length).toBe(8);
    for (const caller of callers) caller.abort(new Error('gone'));
    await Promise.allSettled(spoken);
  });
});

describe('transcribe', () => {
  it('[voice.transcribe] the recognizer reads what ffmpeg decodes', async () => {
    const args = join(directory, 'ffmpeg-args');
    const decoder = await ffmpeg(`echo "$@" >${args}; printf samples`);
    const recognizer = await python(`printf '{"text": "%s", "seconds": 2}' "$(cat)"`);
    expect(await transcribe({ ffmpeg: decoder, python: recognizer })).toEqual({
      text: 'samples',
      seconds: 2,
    });
    expect(await readFile(args, 'utf8')).toContain('-protocol_whitelist file -threads 1 -f wav -i file:/');
  });

  it.each([
    ['audio/mpeg', 'mp3'],
    ['audio/ogg; codecs=opus', 'ogg'],
    ['video/webm', 'matroska'],
    ['audio/x-m4a', 'mov'],
    ['audio/flac', 'flac'],
  ])('a recording of %s is read as %s and as nothing else', async (media_type, demuxer) => {
    const args = join(directory, `args-of-${demuxer}`);
    await transcribe({ ffmpeg: await ffmpeg(`echo "$@" >${args}; printf samples`) }, never, media_type);
    expect(await readFile(args, 'utf8')).toContain(` -f ${demuxer} -i `);
  });

  it.each(['application/x-mpegurl', 'text/plain', 'application/octet-stream'])(
    '[voice.transcribe.unreadable] %s is nothing that is read',
    async (media_type) => {
      await expect(transcribe({}, never, media_type)).rejects.toThrow(InvalidAudio);
    },
  );

  it('[voice.transcribe.unreadable] what ffmpeg cannot decode is no audio', async () => {
    await expect(transcribe({ ffmpeg: await ffmpeg('exit 1') })).rejects.toThrow(InvalidAudio);
  });

  it('[voice.transcribe.too-long] a recording that is too long is refused as such', async () => {
    const tooLong = await python('cat >/dev/null; exit 4');
    await expect(transcribe({ python: tooLong })).rejects.toThrow(new RecordingTooLong(300));
  });

  it.each([
    ['fails', 'cat >/dev/null; exit 1'],
    ['prints what is no transcript', 'cat >/dev/null; echo hello'],
    ['prints too much', 'cat >/dev/null; head -c 2000000 /dev/zero'],
    ['does not read', 'exit 0'],
  ])('a recognizer that %s is a fault', async (_, script) => {
    await expect(transcribe({ python: await python(script) })).rejects.toThrow(VoiceProviderFault);
  });

  it('programs that do not end are killed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pid = pidFile();
    const slow = await python(`echo $$ >${pid}; exec sleep 60`);
    const heard = transcribe({ python: slow });
    await Promise.all([expect(heard).rejects.toThrow(late), letTimePass(pid, localLimits.transcribeMs)]);
    await gone(pid);
  });

  it('only English is recognized', async () => {
    const provider = await local();
    const take = await recording(ends, silentWav(1));
    for (const language of ['de', 'no tag']) {
      await expect(provider.transcribe(take, { language, signal: never })).rejects.toThrow(UnknownLanguage);
    }
    expect(await provider.transcribe(take, { language: 'en-GB', signal: never })).toMatchObject({
      text: 'three',
    });
  });
});

describe('[voice.local.missing] a program that is not installed', () => {
  const nowhere = '/nowhere/program';

  it('is a fault for the request that needs it, and advice for the operator', async () => {
    const advice: string[] = [];
    const onMissing = (sentence: string) => void advice.push(sentence);
    await expect(speak({ espeak: nowhere, onMissing })).rejects.toThrow(VoiceProviderFault);
    await expect(transcribe({ ffmpeg: nowhere, onMissing })).rejects.toThrow(VoiceProviderFault);
    await expect(transcribe({ python: nowhere, onMissing })).rejects.toThrow(VoiceProviderFault);
    const without = await python('cat >/dev/null; exit 3');
    await expect(transcribe({ python: without, onMissing })).rejects.toThrow(VoiceProviderFault);
    expect(advice).toEqual([
      expect.stringContaining('apt-get install espeak-ng'),
      expect.stringContaining('apt-get install ffmpeg'),
      expect.stringContaining('set VOICE_RECOGNIZER_PYTHON to a Python'),
      expect.stringContaining('pip install --no-deps -r adapters/voice/local/requirements.txt'),
    ]);
  });

  it('is told at the start', async () => {
    const advice: string[] = [];
    const provider = await local({
      espeak: nowhere,
      python: await python('exit 3'),
      onMissing: (sentence) => void advice.push(sentence),
    });
    await provider.check();
    expect(advice).toEqual([
      expect.stringContaining('apt-get install espeak-ng'),
      expect.stringContaining('moonshine-voice is not installed'),
    ]);
  });

  it('is not said of one that is only slow to start', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pid = pidFile();
    const advice: string[] = [];
    const slow = await python(`echo $$ >${pid}; exec sleep 60`);
    const provider = await local({ python: slow, onMissing: (sentence) => void advice.push(sentence) });
    await Promise.all([provider.check(), letTimePass(pid, checkMs)]);
    expect(advice).toEqual([]);
    await gone(pid);
  });
});

/** Waits until the process whose id is in a file is no more. */
async function gone(file: string): Promise<void> {
  const pid = Number(await readFile(file, 'utf8'));
  // The pid 0 stands for the processes of the test itself.
  expect(pid).toBeGreaterThan(0);
  await expect
    .poll(() => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    })
    .toBe(false);
}
