import { APICallError, InvalidPromptError, StreamProviderError } from 'ai';
import { describe, expect, it } from 'vitest';

import { toModelError } from '#adapters/model/ai-sdk-errors.ts';
import { ModelError } from '#engine/ports/model.ts';

/** A failure of undici: a chain of causes, of which one has the code. */
const network = (code: string) =>
  new TypeError('terminated', { cause: Object.assign(new Error('no'), { code }) });

const call = (cause: unknown, statusCode?: number) =>
  new APICallError({
    message: 'no',
    url: 'http://127.0.0.1',
    requestBodyValues: {},
    cause,
    ...(statusCode === undefined ? {} : { statusCode }),
  });

const streamError = (parts: object) => new StreamProviderError({ message: 'no', ...parts });

// Failures that a stand-in provider cannot cause, or only by waiting for minutes.
describe('toModelError', () => {
  it.each([
    ['no headers for longer than fetch waits', call(network('UND_ERR_HEADERS_TIMEOUT')), 'timeout', true],
    ['no bytes for longer than fetch waits', call(network('UND_ERR_BODY_TIMEOUT'), 200), 'timeout', true],
    ['silence that the SDK did not wrap', network('UND_ERR_BODY_TIMEOUT'), 'timeout', true],
    ['no connection in time', call(network('UND_ERR_CONNECT_TIMEOUT')), 'unreachable', true],
    ['a broken body', call(network('UND_ERR_SOCKET'), 200), 'broken_stream', true],
    ['an error in the stream that does not say its status', streamError({}), 'broken_stream', true],
    ['an error in the stream about the request', streamError({ statusCode: 400 }), 'rejected', false],
    ['no key', streamError({ statusCode: 401 }), 'unauthorized', false],
    [
      'a prompt that the SDK refuses',
      new InvalidPromptError({ prompt: [], message: 'no' }),
      'rejected',
      false,
    ],
    ['an error of no known kind', new Error('no'), 'broken_stream', true],
    ['what is no error', 'no', 'broken_stream', true],
  ])('understands %s', (_, error, code, retryable) => {
    expect(toModelError(error)).toMatchObject({ code, retryable });
  });

  it('leaves alone what is understood already', () => {
    const error = new ModelError({ code: 'timeout', retryable: true });
    expect(toModelError(error)).toBe(error);
  });

  it('follows a chain of causes that bites its tail to its end', () => {
    const error = new Error('no');
    error.cause = error;
    expect(toModelError(error)).toMatchObject({ code: 'broken_stream' });
  });

  it('lets no sentence through where a code should be', () => {
    const error = streamError({ statusCode: 500, type: 'the prompt, quoted', code: 'server_error' });
    expect(toModelError(error).cause).toEqual(new Error('server_error'));
  });
});
