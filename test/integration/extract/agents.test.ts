import { ApplicationFailure } from '@temporalio/common';
import { expect, it } from 'vitest';
import { runWorkflowId } from '#contract/temporal/names.ts';
import type { Usage } from '#contract/usage.ts';
import { dataOf } from '#store/events/events.ts';
import { readFunds } from '#store/money/read-funds.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { closedWorkflow } from '../../support/closed-workflow.ts';
import { converse, post, settled } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { extractCall, modelSays, modelsAt, totalSchema } from '../../support/extract.ts';
import { accountOf } from '../../support/ledger.ts';
import { plainAnswer, silence, startModelServer } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { startService } from '../../support/service.ts';
import { perFile } from '../../support/per-file.ts';

const models = perFile(startModelServer, async (it) => await it.close());
const service = perFile(() => startService({ models: modelsAt(models.url) }));
const call = (args: object) => `/call extract ${JSON.stringify({ schema: totalSchema, ...args })}`;
const standard = { agent: { model_class: 'standard' as const } };
const extractsOf = async (workspace: string) =>
  (await accountOf(service.db, workspace)).entries.filter(({ reason }) => reason === 'extract');

it('[patch.builtin.extract] [extract.in-a-run] [event.product-events] an agent gets the object, which the run pays for and its events report', async () => {
  const { client, thread, workspace } = await startActing(service);
  const text = 'Confidential: {"total": 12.5}';
  const run = await converse(client, thread, `${call({ text })}\n---\n/say {{last}}`);
  expect(run.message?.content).toBe('{"total":12.5}');
  const [made] = await callsOf(client, run.id);
  expect(made).toMatchObject({
    patch_ref: 'extract@1',
    interaction: 'silent',
    status: 'ok',
    result: { total: 12.5 },
  });
  const [charge, ...others] = await extractsOf(workspace);
  expect([charge?.ref, others]).toEqual([run.id, []]);
  expect(made?.cost_credits).toBe(-(charge?.delta ?? 0) / 1e6);
  expect((await readFunds(service.db, workspace)).balance).toBe(
    1e9 - Math.round((run.cost_credits ?? 0) * 1e6),
  );
  const types = (await eventsOf(service.db, run.id)).map(({ type }) => type);
  expect(types).toContain('tool_call.completed');
  expect(await service.db.events.countDocuments({ workspace_id: workspace, type: /^extract/ })).toBe(0);
  expect((await client.get<Usage>('/v1/usage')).data.extract).toMatchObject([
    { model_class: 'scripted', count: 1 },
  ]);
  const { events } = await service.temporal.workflow.getHandle(runWorkflowId(run.id)).fetchHistory();
  expect(JSON.stringify(events)).not.toContain('Confidential');
});

it('[patch.builtin.extract] [extract.in-a-run] an extraction that fails says so, and its tokens are the cost of the call all the same', async () => {
  const { client, thread, workspace } = await startActing(service);
  const run = await converse(client, thread, `${call({ text: 'nothing' })}\n---\n/say {{last}}`);
  const [made] = await callsOf(client, run.id);
  expect(made).toMatchObject({ status: 'failed', error: { code: 'extract_failed' } });
  expect(made?.cost_credits).toBeGreaterThan(0);
  expect(run.message?.content).toContain('The result is not JSON');
  expect(await extractsOf(workspace)).toHaveLength(1);
  expect((await readFunds(service.db, workspace)).held).toBe(0);
});

it('[patch.builtin.extract] [extract.in-a-run] what it does not take is told to the model, which may try again', async () => {
  const { client, thread, workspace } = await startActing(service);
  const wrong = [
    { text: ' ' },
    { text: 'a', schema: { type: 'array' } },
    { text: 'a', schema: { type: 'object', properties: { a: { type: 'nonsense' } } } },
    { text: 'a', model_class: 'fast' },
  ];
  const script = `${wrong.map(call).join('\n')}\n---\n${call({ text: '{"total": 1}' })}`;
  const run = await converse(client, thread, script);
  expect(run.state).toBe('closed');
  const refused = { status: 'failed', error: { code: 'invalid_args' } };
  expect(await callsOf(client, run.id)).toMatchObject([...wrong.map(() => refused), { status: 'ok' }]);
  expect(await extractsOf(workspace)).toHaveLength(1);
});

it("[extract.in-a-run] it asks the model of the agent's class, and costs what that costs", async () => {
  const { client, thread, workspace } = await startActing(service, standard);
  models.answers(
    extractCall({ text: 'Twelve.' }),
    modelSays('{"total": "?"}'),
    modelSays('{"total": 12}'),
    modelSays('It is twelve.'),
  );
  const run = await converse(client, thread, 'What is the total?');
  expect(run.message?.content).toBe('It is twelve.');
  expect(await callsOf(client, run.id)).toMatchObject([
    { status: 'ok', result: { total: 12 }, cost_credits: 0.22 },
  ]);
  expect(await extractsOf(workspace)).toMatchObject([{ delta: -220_000 }]);
});

it.each([
  [400, 'model_error'],
  [401, 'model_unauthorized'],
  [402, 'model_quota'],
  [404, 'model_not_found'],
  [413, 'model_prompt_too_long'],
])(
  "[extract.in-a-run] [model.provider.causes] a provider that answers %i is told to the agent's model as %s, and costs nothing",
  async (status, code) => {
    const { client, thread, workspace } = await startActing(service, standard);
    models.answers(
      extractCall({ text: 'Twelve.' }),
      plainAnswer(status, { error: { message: 'the account is acme-42' } }),
      modelSays('I could not read it.'),
    );
    const run = await converse(client, thread, 'What is the total?');
    expect(run.message?.content).toBe('I could not read it.');
    const calls = await callsOf(client, run.id);
    expect(calls).toMatchObject([{ status: 'failed', error: { code }, result: { error: { code } } }]);
    expect(JSON.stringify(calls)).not.toContain('acme-42');
    expect(await extractsOf(workspace)).toEqual([]);
  },
);

it('[extract.in-a-run.cancel] a run is cancelled while its extraction waits for the model, which costs nothing', async () => {
  const { client, thread, workspace } = await startActing(service, standard);
  const { answer, asked } = silence();
  models.answers(extractCall({ text: 'Twelve.' }), answer);
  const run = await post(client, thread, 'What is the total?');
  await asked;
  expect((await client.post(`/v1/loom/runs/${run}/cancel`)).status).toBe(202);
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(await callsOf(client, run)).toMatchObject([{ status: 'failed', error: { code: 'cancelled' } }]);
  expect(await extractsOf(workspace)).toEqual([]);
  expect((await readFunds(service.db, workspace)).held).toBe(0);
  expect((await closedWorkflow(service.temporal, run)).status.name).toBe('CANCELLED');
});

it('[extract.in-a-run] [money.charged-once] an extraction whose activity is repeated after it was stored is charged once', async () => {
  const { workspace, client, thread } = await startActing(service);
  const before = service.db.storedEvents.announce.bind(service.db.storedEvents);
  let failures = 0;
  service.db.storedEvents.announce = (events, stored) => {
    before(events, stored);
    const extracted = events.some(
      (event) => event.type === 'tool_call.completed' && dataOf(event)['name'] === 'extract',
    );
    if (!extracted || failures > 0) return;
    failures += 1;
    throw ApplicationFailure.retryable('the worker dies here');
  };
  const run = await converse(client, thread, call({ text: '{"total": 1}' }));
  service.db.storedEvents.announce = before;
  expect([failures, run.state]).toEqual([1, 'closed']);
  expect(await extractsOf(workspace)).toHaveLength(1);
});

it('[extract.in-a-run] [extract.reserved] a run without credits makes no extraction', async () => {
  const { client, thread, workspace } = await startActing(service, { credits: 0.001 });
  const run = await converse(client, thread, call({ text: '{"total": 1}' }));
  expect(run).toMatchObject({ state: 'failed', error: { code: 'insufficient_credits' } });
  expect(await callsOf(client, run.id)).toMatchObject([{ error: { code: 'insufficient_credits' } }]);
  expect(await extractsOf(workspace)).toEqual([]);
});

it('[extract.in-a-run] a run at its limit of credits makes no extraction', async () => {
  const { client, thread } = await startActing(service, {
    agent: { limits: { max_turns: 24, max_credits: 0.001, pause_ttl_seconds: 60 } },
  });
  const run = await converse(client, thread, call({ text: '{"total": 1}' }));
  expect(run).toMatchObject({ state: 'failed', error: { code: 'credit_limit' } });
  expect(await callsOf(client, run.id)).toMatchObject([{ error: { code: 'credit_limit' } }]);
});
