import { describe, expect, it, vi } from 'vitest';

import { ModelError, type ModelRequest } from '#engine/ports/model.ts';
import type { Provider } from '#adapters/model/model-choice.ts';
import { anthropicErrorFrame } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import { bedrockFrame } from '#tools/dev/stand-ins/model-servers/bedrock.ts';
import {
  type Answer,
  type Frame,
  frame,
  hangUp,
  plainAnswer,
  silence,
  startModelServer,
  stream,
  streamAndStall,
} from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { apiKey, modelAt, wires } from '../../../support/model-servers/providers.ts';
import { turn } from '../../../support/model-servers/turn.ts';
import { perFile } from '../../../support/per-file.ts';

const prompt = 'the secret of the user';
const quoting = `${prompt} is too long for ${apiKey}`;

/** A body that either protocol's client reads as an error. */
const errorBody = (type: string, code: string | null = null) => ({
  type: 'error',
  error: { type, code, message: quoting },
});

const server = perFile(startModelServer, async (it) => await it.close());

/** A provider's frame within a stream when it is overloaded. */
function overloadedFrame(provider: Provider): Frame {
  switch (provider) {
    case 'anthropic':
      return anthropicErrorFrame('overloaded_error', quoting);
    case 'google':
      return frame({ error: { code: 503, message: quoting, status: 'UNAVAILABLE' } });
    case 'bedrock':
      return bedrockFrame('serviceUnavailableException', { message: quoting }, 'exception');
    default:
      return frame({
        type: 'error',
        sequence_number: 1,
        error: { type: 'overloaded', code: '503', message: quoting },
      });
  }
}

describe.each(wires)('a failure of $provider', ({ provider, frames }) => {
  const reply = frames({
    text: ['Hello', ' you'],
    calls: [{ id: 'c1', name: 'look_up', json: ['{"word"', ': "a"}'] }],
  });
  const firstWord = reply.findIndex((part) => Buffer.from(part).includes('Hello')) + 1;
  const firstArguments = reply.findIndex((part) => Buffer.from(part).includes('word')) + 1;

  async function fail(answer: Answer, parts: Partial<ModelRequest> = {}, idleTimeoutMs?: number) {
    server.answers(answer);
    const run = [{ role: 'user' as const, content: prompt }];
    const outcome = modelAt(server.url, provider, idleTimeoutMs).respond(turn({ run, ...parts }));
    return await outcome.then(
      () => new Error('the turn was taken'),
      (error: unknown) => error,
    );
  }

  function told(error: unknown): unknown {
    if (!(error instanceof ModelError)) return error;
    const { code, retryable, retryAfterMs, status } = error;
    return { code, retryable, retryAfterMs, status };
  }
  const meaning = (code: string, retryable: boolean, status?: number, retryAfterMs?: number) => ({
    code,
    retryable,
    retryAfterMs,
    status,
  });

  describe('before it replies', () => {
    it.each([
      [400, 'rejected', false],
      [401, 'unauthorized', false],
      [403, 'unauthorized', false],
      [404, 'not_found', false],
      [408, 'timeout', true],
      [413, 'prompt_too_long', false],
      [429, 'rate_limited', true],
      [500, 'overloaded', true],
      [502, 'overloaded', true],
      [503, 'overloaded', true],
      [529, 'overloaded', true],
    ])('HTTP %i is %s, worth a retry: %s', async (status, code, retryable) => {
      const error = await fail(plainAnswer(status, errorBody('some_error')));
      expect(told(error)).toEqual(meaning(code, retryable, status));
    });

    it('is understood by its status when the body is no JSON', async () => {
      const error = await fail(plainAnswer(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' }));
      expect(told(error)).toEqual(meaning('overloaded', true, 502));
    });

    it('is asked once only', async () => {
      const before = server.requests.length;
      await fail(plainAnswer(500, errorBody('some_error')));
      expect(server.requests.length - before).toBe(1);
    });

    it.each([
      [429, 'rate_limited'],
      [529, 'overloaded'],
    ])('carries the wait that HTTP %i asks for', async (status, code) => {
      const error = await fail(plainAnswer(status, errorBody('some_error'), { 'retry-after': '7' }));
      expect(told(error)).toEqual(meaning(code, true, status, 7000));
    });

    it('carries the wait until a date', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T02:48:00.000Z') });
      try {
        const headers = { 'retry-after': 'Sat, 21 Nov 2026 02:48:30 GMT' };
        const error = await fail(plainAnswer(429, errorBody('some_error'), headers));
        expect(told(error)).toEqual(meaning('rate_limited', true, 429, 30_000));
      } finally {
        vi.useRealTimers();
      }
    });

    it('is not worth a retry when the account is out of money', async () => {
      const error = await fail(plainAnswer(429, errorBody('insufficient_quota', 'insufficient_quota')));
      expect(told(error)).toEqual(meaning('quota', false, 429));
    });

    it('is unreachable when the connection is torn down', async () => {
      expect(told(await fail(hangUp))).toEqual(meaning('unreachable', true));
    });

    it('does not follow a redirect, which would take the key elsewhere', async () => {
      const before = server.requests.length;
      const error = await fail(plainAnswer(307, '', { location: `${server.url}/elsewhere` }));
      expect(told(error)).toEqual(meaning('rejected', false, 307));
      expect(server.requests.length - before).toBe(1);
    });
  });

  describe('within its reply', () => {
    it.each([
      ['before anything', 0],
      ['after its first frame', 1],
      ['after a word', firstWord],
      ['within the arguments of a call', firstArguments],
    ])('is a broken stream when it ends %s', async (_, length) => {
      expect(told(await fail(stream(reply.slice(0, length))))).toEqual(meaning('broken_stream', true));
    });

    it('is a broken stream when the connection is torn down after a word', async () => {
      const { answer, reset } = streamAndStall(reply.slice(0, firstWord));
      expect(told(await fail(answer, { onDelta: reset }))).toEqual(meaning('broken_stream', true));
    });

    it.each([
      ['at its beginning', 0],
      ['after a word', firstWord],
    ])('is a broken stream when there is a frame that is no JSON %s', async (_, length) => {
      const error = await fail(
        stream([...reply.slice(0, length), 'data: {nonsense\n\n', ...reply.slice(length)]),
      );
      expect(told(error)).toEqual(meaning('broken_stream', true));
    });

    it('is a broken stream when it is no stream at all', async () => {
      const error = await fail(plainAnswer(200, '<html>Welcome</html>', { 'content-type': 'text/html' }));
      expect(told(error)).toEqual(meaning('broken_stream', true));
    });

    it.each([
      ['at its beginning', 0],
      ['after a word', firstWord],
    ])('is what the provider says it is, %s', async (_, length) => {
      const error = await fail(stream([...reply.slice(0, length), overloadedFrame(provider)]));
      // Mistral does not document errors within a stream, so it is only known that the reply has broken off.
      const expected =
        provider === 'mistral'
          ? meaning('broken_stream', true)
          : meaning('overloaded', true, provider === 'anthropic' ? 529 : 503);
      expect(told(error)).toEqual(expected);
    });
  });

  describe('by silence', () => {
    it.each([
      ['before its reply', silence().answer],
      ['before the first frame', streamAndStall([]).answer],
      ['after a word', streamAndStall(reply.slice(0, firstWord)).answer],
      ['within the arguments of a call', streamAndStall(reply.slice(0, firstArguments)).answer],
    ])('is a time-out %s', async (_, answer) => {
      expect(told(await fail(answer, {}, 50))).toEqual(meaning('timeout', true));
    });
  });

  describe('by the signal', () => {
    it('is its reason when it comes before the request', async () => {
      const before = server.requests.length;
      const reason = new Error('cancelled');
      const taken = modelAt(server.url, provider).respond(turn({ signal: AbortSignal.abort(reason) }));
      await expect(taken).rejects.toBe(reason);
      expect(server.requests.length).toBe(before);
    });

    it('is its reason when it comes before the reply', async () => {
      const controller = new AbortController();
      const reason = new Error('cancelled');
      const { answer, asked } = silence();
      const failed = fail(answer, { signal: controller.signal });
      await asked;
      controller.abort(reason);
      expect(await failed).toBe(reason);
    });

    it('is its reason when it comes within the reply', async () => {
      const controller = new AbortController();
      const reason = new Error('cancelled');
      const { answer } = streamAndStall(reply.slice(0, firstWord));
      const onDelta = () => controller.abort(reason);
      expect(await fail(answer, { signal: controller.signal, onDelta })).toBe(reason);
    });

    it('closes the connection to the provider', async () => {
      const controller = new AbortController();
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      const { answer } = streamAndStall(reply.slice(0, firstWord));
      const watched: Answer = async (response) => {
        response.on('close', resolve);
        await answer(response);
      };
      await fail(watched, { signal: controller.signal, onDelta: () => controller.abort() });
      await closed;
      expect(controller.signal.aborted).toBe(true);
    });
  });

  it.each([
    ['a refusal', plainAnswer(400, errorBody('invalid_request_error', 'context_length_exceeded'))],
    ['a frame', stream([...reply.slice(0, firstWord), frame(errorBody('server_error'))])],
    ['a text', plainAnswer(500, quoting)],
  ])('neither quotes the prompt nor the key of %s', async (_, answer) => {
    const error = (await fail(answer)) as ModelError;
    const everything = [
      error.message,
      error.stack,
      (error.cause as Error | undefined)?.stack,
      JSON.stringify(error),
    ];
    expect(everything.join('\n')).not.toMatch(new RegExp(`${prompt}|${apiKey}`));
  });

  it("names the provider's codes and the request in its cause", async () => {
    const body = errorBody('invalid_request_error', 'context_length_exceeded');
    const error = (await fail(plainAnswer(400, body, { 'x-request-id': 'req_1' }))) as ModelError;
    const codes =
      provider === 'anthropic' ? 'invalid_request_error' : 'invalid_request_error, context_length_exceeded';
    expect(error.cause).toEqual(new Error(`${codes}, request req_1`));
  });
});

describe('a provider that is not there', () => {
  it.each(wires)('is unreachable: $provider', async ({ provider }) => {
    const gone = await startModelServer();
    await gone.close();
    await expect(modelAt(gone.url, provider).respond(turn())).rejects.toMatchObject({
      code: 'unreachable',
      retryable: true,
      cause: new Error('ECONNREFUSED'),
    });
  });
});
