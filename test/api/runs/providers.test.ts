import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import type { Model } from '#engine/ports/model.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, messagesOf, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { anthropicError, anthropicFrames } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import {
  type Answer,
  hangUp,
  plainAnswer,
  silence,
  startModelServer,
  stream,
} from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { startService, type TestService } from '../../support/service.ts';
import { perFile } from '../../support/per-file.ts';

const provider = perFile(startModelServer, async (it) => await it.close());
let service: TestService;
let client: ApiClient;
let agent: string;
/** Whether a silent provider is given up soon on the first try of a turn. On any other it never is. */
let isImpatient = false;
beforeAll(async () => {
  const config = {
    deep: { provider: 'anthropic', model: 'claude' },
    anthropic: { apiKey: 'sk-secret', baseUrl: provider.url },
  } as const;
  const models = createModels(config);
  const patient = models.get('deep');
  const impatient = createModels({ ...config, idleTimeoutMs: 500 }).get('deep');
  const deep: Model = {
    respond: async (turn) => await (isImpatient && turn.attempt === 1 ? impatient : patient).respond(turn),
  };
  service = await startService({
    models: { ...models, get: (modelClass) => (modelClass === 'deep' ? deep : models.get(modelClass)) },
  });
  ({ client } = await service.workspace({ subject: 'ada' }));
  agent = (await publishScripted(client, { model_class: 'deep' })).id;
});

afterAll(async () => await service.stop());

beforeEach(() => void (isImpatient = false));

const secret = 'the account is acme-42';
const failed = (status: number, headers = {}): Answer =>
  plainAnswer(status, anthropicError('some_error', secret), headers);
const reply = stream(anthropicFrames({ text: ['Hel', 'lo'], usage: { input: 12, output: 34 } }));
const begun = anthropicFrames({ text: ['Hel', 'lo'] }).slice(0, 4);

/** Has a conversation in which the provider gives these answers; resolves to its run and how often it was asked. */
async function converseWith(...answers: Answer[]) {
  const before = provider.requests.length;
  provider.answers(...answers);
  const thread = await startThread(client, agent);
  const startedAt = performance.now();
  const run = await converse(client, thread, 'Hello');
  const ms = performance.now() - startedAt;
  return { run, ms, thread, asked: provider.requests.length - before };
}

it.each<[string, Answer]>([
  ['a 429', failed(429)],
  ['a 503', failed(503)],
  ['a 429 that asks for no patience', failed(429, { 'retry-after': '0' })],
  ['a connection that is torn down', hangUp],
  ['a stream that breaks off', stream(begun)],
])('[model.provider.retried] after %s the turn is tried again, and answered once', async (_, fault) => {
  const { run, thread, asked } = await converseWith(fault, reply);
  expect([run.state, run.message?.content, run.cost_credits, asked]).toEqual(['closed', 'Hello', 0.046, 2]);
  expect((await messagesOf(client, thread)).map(({ content }) => content)).toEqual(['Hello', 'Hello']);
});

it('[model.provider.retried] after a time-out the turn is tried again, and answered once', async () => {
  isImpatient = true;
  const { run, thread, asked } = await converseWith(silence().answer, reply);
  expect([run.state, run.message?.content, run.cost_credits, asked]).toEqual(['closed', 'Hello', 0.046, 2]);
  expect((await messagesOf(client, thread)).map(({ content }) => content)).toEqual(['Hello', 'Hello']);
});

it('[model.provider.retried] a Retry-After of the provider is honoured', async () => {
  const { run, ms, asked } = await converseWith(failed(429, { 'retry-after': '3' }), reply);
  expect([run.state, asked]).toEqual(['closed', 2]);
  expect(ms).toBeGreaterThanOrEqual(3000);
});

/** A run that failed for its provider, which it does not tell of. */
const failedRun = (id: string, thread_id: string, code: string) => ({
  id,
  thread_id,
  subject_ref: 'ada',
  agent: { id: expect.any(String), name: expect.any(String) },
  origin: 'api',
  state: 'failed',
  terminal: true,
  error: { code, message: expect.not.stringContaining(secret) },
  cost_credits: 0,
  opened_at: expect.any(String),
  closed_at: expect.any(String),
});

it('[model.provider.retried] [run.end.model-error] [run.end.reason-and-error] [run.get.terminal] a provider that fails five times fails the run', async () => {
  const faults = Array.from({ length: 5 }, () => failed(503, { 'retry-after-ms': '10' }));
  const { run, thread, asked } = await converseWith(...faults);
  expect(run).toEqual(failedRun(run.id, thread, 'model_overloaded'));
  expect(asked).toBe(5);
  expect((await messagesOf(client, thread)).map(({ role }) => role)).toEqual(['user']);
});

it.each([
  [400, 'model_error'],
  [401, 'model_unauthorized'],
  [403, 'model_unauthorized'],
  [404, 'model_not_found'],
  [413, 'model_prompt_too_long'],
  [422, 'model_error'],
])(
  '[model.provider.refusal-not-retried] [model.provider.causes] a %i fails the run at once, with %s',
  async (status, code) => {
    const { run, thread, asked } = await converseWith(failed(status));
    expect(run).toEqual(failedRun(run.id, thread, code));
    expect(asked).toBe(1);
  },
);
