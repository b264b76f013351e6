import { createHeddle, dataOf, type Run, settled } from './client.ts';

/**
 * A whole conversation with the demo agent, whose model plays what the messages say: a reply, a question, a payment that
 * a person approves, and all that happened in it.
 */
const heddle = createHeddle({
  baseUrl: needed('HEDDLE_URL'),
  apiKey: needed('HEDDLE_API_KEY'),
  subject: 'ada',
});

const thread = dataOf(
  await heddle.POST('/v1/loom/threads', { body: { agent_id: needed('HEDDLE_AGENT_ID') } }),
);
const path = { thread_id: thread.id };
console.log(`thread ${thread.id} with ${thread.agent.name}`);

show(await say('Hello'));

show(await say('/call ask_user {"question":"Which account?"}\n---\n/say Thanks: {{last}}'));
console.log('asked:', (await pending()).pending_elicitation?.prompt['question']);
show(await say('The first'));

const payment = { amount: 12.5, currency: 'EUR', to: 'Bo', iban: 'DE89370400440532013000' };
const held = await say(`/call send_payment ${JSON.stringify(payment)}\n---\n/say Paid.`);
show(held);
const { pending_confirmation: confirmation } = await pending();
if (confirmation === undefined) throw new Error('the payment is not held');
const { payee } = confirmation.payment ?? {};
console.log('held:', `${confirmation.summary.title} to ${payee?.name} at ${payee?.institution?.name}`);
await heddle.POST('/v1/loom/runs/{id}/confirm', {
  params: { path: { id: held.id } },
  body: { tool_call_id: confirmation.tool_call_id, decision: 'approve' },
});
show(await settled(heddle, held.id));

const trace = dataOf(await heddle.GET('/v1/loom/runs/{id}/trace', { params: { path: { id: held.id } } }));
for (const { seq, tool_calls } of trace.turns) {
  console.log(
    `turn ${seq}:`,
    tool_calls.map((call) => `${call.patch_ref} ${call.status}`).join(', ') || 'a reply',
  );
}

/** Posts a message and waits for what comes of it. */
async function say(content: string): Promise<Run> {
  const { run_id } = dataOf(
    await heddle.POST('/v1/loom/threads/{thread_id}/messages', { params: { path }, body: { content } }),
  );
  return await settled(heddle, run_id);
}

/** The thread, which shows what it waits for. */
async function pending() {
  return dataOf(await heddle.GET('/v1/loom/threads/{thread_id}', { params: { path } }));
}

function show(run: Run): void {
  console.log(`${run.state}${run.message === undefined ? '' : `: ${run.message.content}`}`);
}

function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`set ${name}`);
  return value;
}
