import { expect, it } from 'vitest';
import { type ApiError, Heddle, type HeddleOptions, responseOf } from '#heddle-client/index.ts';

/** A client whose requests are answered by these responses, one after the other, and the requests that it sent. */
function answeredBy(responses: Response[], options: Partial<HeddleOptions> = {}) {
  const sent: { url: string; init: RequestInit }[] = [];
  const answer: typeof fetch = async (url, init = {}) => {
    sent.push({ url: url as string, init });
    const response = responses.shift();
    if (response === undefined) throw new Error('there is no further response');
    return await Promise.resolve(response);
  };
  const heddle = new Heddle({ baseUrl: 'http://127.0.0.1:1', apiKey: 'sk_1', fetch: answer, ...options });
  return { heddle, sent };
}

const busy = (): Response =>
  Response.json(
    { status: 'error', error: { code: 'rate_limited', message: 'Slower.' } },
    { status: 429, headers: { 'retry-after': '0', 'request-id': 'req_busy' } },
  );
const success = (data: unknown, rest: object = {}): Response =>
  Response.json({ status: 'success', data, ...rest }, { headers: { 'request-id': 'req_1', 'x-limit': '9' } });
const keyOf = ({ init }: { init: RequestInit }): string | null =>
  new Headers(init.headers).get('idempotency-key');

it('[clients.responses] a result says with which status, headers and request id it came', async () => {
  const pagination = { has_more: false, next_cursor: null };
  const { heddle } = answeredBy([success({ id: 'run_1' }), success([{ id: 'run_1' }], { pagination })]);
  const run = await heddle.runs.get('run_1');
  expect(responseOf(run)).toMatchObject({ status: 200, requestId: 'req_1' });
  expect(responseOf(run)?.headers.get('x-limit')).toBe('9');
  expect(Object.keys(run)).toEqual(['id']);
  expect(responseOf(await heddle.runs.list())?.requestId).toBe('req_1');
  expect(responseOf({})).toBeUndefined();
});

it('[clients.responses] any path is requested with the retries and the key of other calls', async () => {
  const { heddle, sent } = answeredBy([busy(), success({ made: true })]);
  const query = { of: ['bo', 'ada'] };
  const request = { method: 'POST', path: '/v1/new', query, json: { a: 1 } } as const;
  const answer = await heddle.request<{ made: boolean }>(request, { subject: 'ada' });
  expect(answer).toMatchObject({ status: 200, requestId: 'req_1', data: { made: true } });
  expect(sent.map(({ url }) => url)).toEqual(Array(2).fill('http://127.0.0.1:1/v1/new?of=bo&of=ada'));
  expect(sent[1]?.init.body).toBe('{"a":1}');
  expect(new Set(sent.map(keyOf)).size).toBe(1);
  await expect(heddle.request({ method: 'GET', path: 'v1/new' })).rejects.toThrow(
    'path must begin with a slash',
  );
});

it('[clients.hooks] hooks see each response and each wait, without the query', async () => {
  const responses: unknown[] = [];
  const retries: unknown[] = [];
  const { heddle } = answeredBy([busy(), success([], { pagination: {} })], {
    onResponse: ({ durationMs, ...response }) => responses.push({ ...response, timed: durationMs >= 0 }),
    onRetry: ({ error, delayMs, ...retry }) =>
      retries.push({ ...retry, code: (error as ApiError).code, waits: delayMs > 0 }),
  });
  await heddle.runs.list({ subject: 'bo' });
  const attempt = { method: 'GET', path: '/v1/loom/runs' };
  expect(responses).toEqual([
    { ...attempt, attempt: 1, status: 429, requestId: 'req_busy', timed: true },
    { ...attempt, attempt: 2, status: 200, requestId: 'req_1', timed: true },
  ]);
  expect(retries).toEqual([{ ...attempt, attempt: 1, code: 'rate_limited', waits: true }]);
});

it.each(['onResponse', 'onRetry'] as const)(
  '[clients.hooks] what %s throws, the call throws at once',
  async (hook) => {
    const failing = (): never => {
      throw new Error('my log is full');
    };
    const { heddle, sent } = answeredBy([busy(), busy()], { [hook]: failing });
    await expect(heddle.runs.get('run_1')).rejects.toThrow('my log is full');
    expect(sent).toHaveLength(1);
    await expect(heddle.threads.events('thread_1').next()).rejects.toThrow('my log is full');
  },
);

it('[clients.audio] speech is read as it is made', async () => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (started) => void (controller = started) });
  const audio = new Response(body, { headers: { 'content-type': 'audio/mpeg' } });
  const { heddle, sent } = answeredBy([busy(), audio]);
  const speech = await heddle.voice.speakStream({ text: 'Hi' });
  expect(speech.type).toBe('audio/mpeg');
  const reader = speech.audio.getReader();
  for (const piece of [1, 2]) {
    controller?.enqueue(Uint8Array.of(piece));
    expect((await reader.read()).value).toEqual(Uint8Array.of(piece));
  }
  controller?.error(new Error('cut'));
  await expect(reader.read()).rejects.toThrow('cut');
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(keyOf)).size).toBe(1);
});

it('[clients.run-stream] waits for the end of a run over its pauses, if that is asked for', async () => {
  const run = (state: string) => success({ id: 'run_1', state, terminal: state === 'closed' });
  const { heddle, sent } = answeredBy([run('held'), run('held'), run('running'), run('closed')]);
  expect((await heddle.runs.wait('run_1')).state).toBe('held');
  expect((await heddle.runs.wait('run_1', { until: 'end' })).state).toBe('closed');
  expect(sent).toHaveLength(4);
});
