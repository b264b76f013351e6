import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElevenlabs, elevenlabsLimits } from '#adapters/voice/elevenlabs.ts';
import { VoiceProviderFault } from '#adapters/voice/errors.ts';
import { createOpenai, openaiLimits } from '#adapters/voice/openai.ts';
import type { VoiceProvider } from '#adapters/voice/port.ts';
import type { CallLimits } from '#adapters/voice/provider-call.ts';
import { useTickingClock } from '#test/support/ticking-clock.ts';
import { startElevenlabsServer } from '#tools/dev/stand-ins/voice-servers/elevenlabs.ts';
import { mp3, mp3Frames } from '#tools/dev/stand-ins/voice-servers/mp3.ts';
import { startOpenaiServer } from '#tools/dev/stand-ins/voice-servers/openai.ts';
import { bytesOf, recording, silentWav } from '#tools/dev/stand-ins/voice-servers/recordings.ts';
import {
  type Answer,
  answerAudio,
  answerWith,
  cutAfter,
  hangUp,
  silence,
  stallAfter,
  type VoiceServer,
} from '#tools/dev/stand-ins/voice-servers/voice-server.ts';

useTickingClock();

const apiKey = 'sk_a_secret_that_nobody_may_see';
const never = new AbortController().signal;
/** The SDK of ElevenLabs takes seconds to load on a busy machine. */
const loadsSdkMs = 60_000;

/** Limits with one of them shortened. */
function shortened<Limits extends Record<string, CallLimits>>(
  limits: Limits,
  short: Partial<CallLimits>,
): Limits {
  return Object.fromEntries(
    Object.entries(limits).map(([task, usual]) => [task, { ...usual, pauseMs: 1, ...short }]),
  ) as Limits;
}

interface Wire {
  name: string;
  start: () => Promise<VoiceServer>;
  create: (url: string, short?: Partial<CallLimits>) => Promise<VoiceProvider>;
}

const wires: Wire[] = [
  {
    name: 'elevenlabs',
    start: startElevenlabsServer,
    create: async (baseUrl, short = {}) =>
      await createElevenlabs({ apiKey, baseUrl, limits: shortened(elevenlabsLimits, short) }),
  },
  {
    name: 'openai',
    start: startOpenaiServer,
    create: async (url, short = {}) =>
      await Promise.resolve(
        createOpenai({
          apiKey,
          baseUrl: `${url}/v1`,
          voices: ['alloy'],
          limits: shortened(openaiLimits, short),
        }),
      ),
  },
];

describe.each(wires)('$name', ({ name, start, create }) => {
  const ends = new AsyncDisposableStack();
  let server: VoiceServer;
  let provider: VoiceProvider;

  beforeAll(async () => {
    server = ends.adopt(await start(), async (started) => await started.close());
    provider = await create(server.url);
  }, loadsSdkMs);
  afterAll(async () => await ends.disposeAsync());

  const speak = async (by = provider, signal = never) =>
    await bytesOf((await by.speak({ text: 'Hello' }, { signal })).audio);
  const transcribe = async (by = provider, signal = never) =>
    await by.transcribe(await recording(ends, silentWav(1)), { signal });
  /** The error of the adapter, and everything of it that a log could show. */
  const faultOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(VoiceProviderFault);
    const shown = inspect(error, { depth: 20, showHidden: true });
    expect(shown).not.toContain(apiKey);
    expect(shown).not.toContain('words of the provider');
    return (error as Error).message;
  };

  const refusal = {
    error: { message: `words of the provider about ${apiKey}`, code: apiKey, type: apiKey, param: apiKey },
    detail: { message: `words of the provider about ${apiKey}`, status: apiKey, code: apiKey },
  };

  it.each([401, 402, 403, 404, 409])(
    '[voice.provider-error] [voice.provider.secrets] status %i is a fault that does not repeat the key or the message, and is not retried',
    async (status) => {
      for (const work of [speak, transcribe]) {
        const before = server.requests.length;
        server.instead(answerWith(status, refusal));
        expect(await faultOf(work())).toBe(`${name} answered with status ${status}`);
        expect(server.requests).toHaveLength(before + 1);
      }
    },
  );

  it.each([429, 500, 503])(
    '[voice.provider-error] status %i is tried once more, and then is a fault',
    async (status) => {
      for (const work of [speak, transcribe]) {
        const before = server.requests.length;
        server.instead(answerWith(status, refusal), answerWith(status, refusal));
        expect(await faultOf(work())).toBe(`${name} answered with status ${status}`);
        expect(server.requests).toHaveLength(before + 2);
        server.instead(answerWith(status, refusal));
        await expect(work()).resolves.toBeDefined();
      }
    },
  );

  it('a retry sends the same recording again', async () => {
    const before = server.requests.length;
    server.instead(answerWith(503, {}));
    await transcribe();
    const [first, second] = server.requests.slice(before);
    expect(second?.form).toEqual(first?.form);
    expect(second?.form['file']).toEqual(new Uint8Array(silentWav(1)));
  });

  it('a provider that asks for a long pause is not waited for', async () => {
    const before = server.requests.length;
    server.instead(answerWith(429, refusal, { 'retry-after': '60' }));
    expect(await faultOf(speak())).toContain('status 429');
    expect(server.requests).toHaveLength(before + 1);
  });

  it('a known code of the provider tells the operator what to do', async () => {
    const code = 'insufficient_quota';
    server.instead(
      answerWith(402, name === 'openai' ? { error: { message: '', code } } : { detail: { status: code } }),
    );
    expect(await faultOf(speak())).toBe(`${name} answered with status 402 (${code})`);
  });

  it('a redirect is not followed, so the key does not leave for another host', async () => {
    const other = await start();
    ends.defer(async () => await other.close());
    server.instead(answerWith(307, '', { location: `${other.url}/v1/audio/speech` }));
    expect(await faultOf(speak())).toBe(`${name} answered with status 307`);
    expect(other.requests).toEqual([]);
  });

  it('a connection that is cut before the answer is tried once more', async () => {
    server.instead(hangUp);
    expect(await speak()).toEqual(Buffer.from(mp3));
    server.instead(hangUp, hangUp);
    expect(await faultOf(speak())).toContain(`${name} could not be reached`);
  });

  it('a provider that is not there is a fault with the code of the network', async () => {
    const gone = await start();
    await gone.close();
    expect(await faultOf(speak(await create(gone.url)))).toBe(`${name} could not be reached (ECONNREFUSED)`);
  });

  it('audio that is cut is a fault for the reader, not the end of the audio', async () => {
    server.instead(cutAfter(mp3Frames.slice(0, 2)));
    const { audio } = await provider.speak({ text: 'Hello' }, { signal: never });
    expect(await faultOf(bytesOf(audio))).toContain(`${name} broke off`);
  });

  it('a transcript that is cut is a fault', async () => {
    server.instead(cutAfter([Buffer.from('{"text": "Thr')], 'application/json'));
    expect(await faultOf(transcribe())).toContain(`${name} broke off`);
  });

  it.each<[what: string, answer: Answer]>([
    ['HTML', answerAudio([Buffer.from('<html>words of the provider</html>')], 'text/html')],
    ['JSON', answerWith(200, { detail: 'words of the provider' })],
    ['nothing', answerAudio([])],
  ])('%s instead of audio is a fault', async (_, answer) => {
    server.instead(answer);
    expect(await faultOf(speak())).toMatch(/did not send audio|sent empty audio/);
  });

  it.each<[what: string, answer: Answer]>([
    ['HTML', answerAudio([Buffer.from('<html>words of the provider</html>')], 'text/html')],
    ['other JSON', answerWith(200, { words: 'words of the provider' })],
    ['nothing', answerWith(200, '')],
  ])('%s instead of a transcript is a fault', async (_, answer) => {
    server.instead(answer);
    expect(await faultOf(transcribe())).toContain('sent what cannot be read');
  });

  it('[voice.provider.limits] a provider that never answers is given up', async () => {
    const hasty = await create(server.url, { firstByteMs: 50 });
    for (const work of [speak, transcribe]) {
      // The request may not even have arrived yet.
      const withdraw = server.instead(silence().answer);
      expect(await faultOf(work(hasty))).toBe(`${name} did not answer in time`);
      withdraw();
    }
  });

  it('[voice.provider.limits] a provider that falls silent within its answer is given up', async () => {
    const hasty = await create(server.url, { idleMs: 150 });
    server.instead(stallAfter(mp3Frames.slice(0, 2)));
    const { audio } = await hasty.speak({ text: 'Hello' }, { signal: never });
    expect(await faultOf(bytesOf(audio))).toBe(`${name} fell silent`);
    server.instead(stallAfter([Buffer.from('{"text"')], 'application/json'));
    expect(await faultOf(transcribe(hasty))).toBe(`${name} fell silent`);
  });

  it('a refusal that falls silent is given up too', async () => {
    const hasty = await create(server.url, { idleMs: 150 });
    server.instead((response) => void response.writeHead(400).write('{'));
    expect(await faultOf(speak(hasty))).toBe(`${name} fell silent`);
  });

  it('a slow reader is not taken for a silent provider', async () => {
    const hasty = await create(server.url, { idleMs: 150 });
    const { audio } = await hasty.speak({ text: 'Hello' }, { signal: never });
    const read: Uint8Array[] = [];
    for await (const chunk of audio) {
      read.push(chunk);
      // Longer than the provider may be silent.
      if (read.length === 1) await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(Buffer.concat(read)).toEqual(Buffer.from(mp3));
  });

  it('[voice.provider.limits] an answer that goes on for too long is given up', async () => {
    const hasty = await create(server.url, { totalMs: 1000 });
    const trickle: Answer = async (response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      while (!response.destroyed) {
        response.write(mp3Frames[0]);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    server.instead(trickle);
    const { audio } = await hasty.speak({ text: 'Hello' }, { signal: never });
    expect(await faultOf(bytesOf(audio))).toBe(`${name} did not finish in time`);
  });

  it('[voice.provider.limits] an answer that is too long is given up', async () => {
    const careful = await create(server.url, { responseBytes: 100 });
    server.instead(answerAudio(mp3Frames));
    expect(await faultOf(speak(careful))).toBe(`${name} sent too much`);
    server.instead(answerWith(200, { text: 'a'.repeat(200) }));
    expect(await faultOf(transcribe(careful))).toBe(`${name} sent too much`);
  });

  it('a caller that gives up gets its own reason, and the provider is hung up on', async () => {
    for (const work of [speak, transcribe]) {
      const silent = silence();
      server.instead(silent.answer);
      const caller = new AbortController();
      const working = work(provider, caller.signal);
      await silent.asked;
      const reason = new Error('the client has gone');
      caller.abort(reason);
      await expect(working).rejects.toBe(reason);
      await silent.gone;
    }
  });

  it.each<[what: string, onConnection: (socket: Socket) => void]>([
    ['is cut', (socket) => void socket.once('data', () => socket.resetAndDestroy())],
    ['is not read', (socket) => void socket.pause()],
  ])(
    'an upload that %s is a fault and nothing more, though its file is removed at once',
    async (_, onConnection) => {
      const unhandled: unknown[] = [];
      const onUnhandled = (error: unknown) => void unhandled.push(error);
      process.on('unhandledRejection', onUnhandled);
      const upload = createServer((socket) => onConnection(socket.on('error', () => {}))).listen(
        0,
        '127.0.0.1',
      );
      await once(upload, 'listening');
      try {
        const url = `http://127.0.0.1:${(upload.address() as AddressInfo).port}`;
        const hasty = await create(url, { firstByteMs: 300 });
        await using file = new AsyncDisposableStack();
        // Longer than what the network holds.
        const take = await recording(file, Buffer.alloc(20_000_000));
        await faultOf(hasty.transcribe(take, { signal: never }));
        await file.disposeAsync();
        // Unhandled rejections are reported after the promises of this turn.
        await new Promise((resolve) => setImmediate(resolve));
        expect(unhandled).toEqual([]);
      } finally {
        process.off('unhandledRejection', onUnhandled);
        upload.close();
      }
    },
  );

  it('audio that is not read to its end is not sent on', async () => {
    let gone: Promise<unknown> | undefined;
    server.instead(async (response, request) => {
      gone = new Promise((resolve) => response.on('close', resolve));
      await stallAfter(mp3Frames)(response, request);
    });
    const { audio } = await provider.speak({ text: 'Hello' }, { signal: never });
    for await (const _ of audio) break;
    await expect(gone).resolves.toBeUndefined();
  });
});
