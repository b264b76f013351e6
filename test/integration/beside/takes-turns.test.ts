import { expect, it } from 'vitest';
import { messagesOf, post, settled } from '#clients/raw/conversation.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { startHost } from '../../support/acting.ts';
import { type Acting, callsOf, confirm, startActing } from '../../support/acting-run.ts';
import { heldOn, pay, say } from '../../support/beside.ts';
import { directedModels } from '../../support/directed-models.ts';
import { perFile } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';

const models = directedModels();
const service = perFile(() => startService({ models }));
const host = perFile(startHost);

const payment = (amount: number) => ({ name: 'pay', args: { amount } });
const sent = (amount: number) =>
  host.calls.filter(({ body }) => (body as { amount: number }).amount === amount).length;

/** A thread with a held payment, whose turns the test makes. */
async function hold(amount: number, patches = [pay]): Promise<Acting & { run: string; call: string }> {
  const acting = await startActing(service, { host, patches, agent: { model_class: 'fast' } });
  const run = await post(acting.client, acting.thread, 'Pay.');
  (await models.turn()).end(payment(amount));
  await settled(acting.client, run);
  const [call = ''] = await heldOn(acting);
  return { ...acting, run, call };
}

it('[thread.beside.sent-at-once] [thread.beside.one-at-a-time] an approved call is sent while a run beside works, and its next turn waits', async () => {
  const held = await hold(201);
  const { client, thread, run, call } = held;
  const beside = (await say(client, thread, 'Hello?', 'beside')).data.run_id;
  const turn = await models.turn();
  await say(client, thread, 'And I?', 'beside');
  expect((await confirm(client, run, call)).data).toMatchObject({ state: 'running' });
  await waitUntil(async () => (await callsOf(client, run))[0]?.status === 'ok', {
    timeoutMs: 30_000,
    what: 'it is paid',
  });
  expect(sent(201)).toBe(1);
  turn.say('Hello.');
  turn.end();
  expect(await settled(client, beside)).toMatchObject({ message: { content: 'Hello.' } });
  const resumed = await models.turn();
  expect(JSON.stringify(resumed.messages)).toContain('"meanwhile"');
  resumed.say('Paid.');
  resumed.end();
  expect(await settled(client, run)).toMatchObject({ message: { content: 'Paid.' } });
  const last = await models.turn();
  expect(JSON.stringify(last.messages.at(-1))).toContain('And I?');
  last.end();
  await waitUntil(async () => (await messagesOf(client, thread)).at(-1)?.content === 'Done.', {
    timeoutMs: 30_000,
    what: 'the last one is answered',
  });
  const said = (await messagesOf(client, thread)).map(({ content }) => content);
  expect(said).toEqual(['Pay.', 'Hello?', 'And I?', 'Hello.', 'Paid.', 'Done.']);
});

it('[thread.beside] a held run expires while a run beside works, which sees that in its next turn', async () => {
  const short = { ...pay, wired: { gate: { type: 'confirm' as const, ttl_seconds: 2 } } };
  const { client, thread, run } = await hold(211, [short]);
  const beside = (await say(client, thread, 'Hello?', 'beside')).data.run_id;
  const turn = await models.turn();
  await waitUntil(async () => (await settled(client, run)).state === 'closed', {
    timeoutMs: 30_000,
    what: 'the held run expires',
  });
  turn.end({ name: 'update_plan', args: { steps: [] } });
  const next = await models.turn();
  expect(JSON.stringify(next.messages)).toContain('This request expired');
  expect(JSON.stringify(next.messages)).not.toContain('"pending":true');
  next.end();
  expect(await settled(client, beside)).toMatchObject({ state: 'closed', reason: 'finished' });
});

it('[thread.beside.not-again] a call that was held before the answer of a model came is not made again by it', async () => {
  const { client, thread, run, call } = await hold(221);
  const beside = (await say(client, thread, 'Pay 222.', 'beside')).data.run_id;
  const turn = await models.turn();
  // The held call becomes the one that the model is about to ask for.
  const revised = await client.post(`/v1/loom/runs/${run}/revise`, {
    tool_call_id: call,
    args: { amount: 222 },
  });
  expect(revised.status).toBe(202);
  turn.end(payment(222));
  const next = await models.turn();
  const [again] = await callsOf(client, beside);
  const wasSent = again?.status === 'ok';
  expect(again?.error?.code ?? again?.repeated).toBe(wasSent ? true : 'repeat_refused');
  next.end();
  await settled(client, beside);
  expect(sent(222)).toBe(1);
  (await models.turn()).end();
  await settled(client, run);
});
