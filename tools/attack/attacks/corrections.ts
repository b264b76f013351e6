import { type Attack, expectThat, longestHoldMs, whileLoopsAreWatched } from '../attack.ts';
import { silentPatch } from '../silent-patch.ts';
import { goalMs, type LoopHolds } from '../stack/loop-holds.ts';
import type { Tenant, TenantAnswer } from '../tenant.ts';

/** Attacks by corrections and decisions that are as large as they may be. */
export const corrections: Attack[] = [
  {
    name: 'large redacted arguments and details, three requests at a time',
    run: async (stack) => {
      const { tenant, agent, token } = await withRedaction(stack);
      const calls = await Promise.all(Array.from({ length: 6 }, async () => await holdLarge(tenant, agent)));
      await stack.loopHolds();
      await Promise.all([0, 1, 2].map(async (lane) => await workOn(tenant, token, calls, lane)));
      const { api, worker } = await stack.loopHolds();
      const seen = `loops held for at most ${inWords(api)} by the API, and ${inWords(worker)} by the worker`;
      for (const { longestMs, lateShare } of [api, worker]) {
        expectThat(longestMs <= longestHoldMs && lateShare < mostLate, seen);
      }
      return seen;
    },
  },
  {
    name: 'arguments and details of over 2,000 parts',
    run: async (stack) => {
      const { tenant, agent, token } = await withRedaction(stack);
      const call = await holdLarge(tenant, agent);
      const list = Array.from({ length: 70_000 }, () => 0);
      const { result, held } = await whileLoopsAreWatched(stack, async () => [
        await revise(tenant, token, call, { list }),
        await reject(tenant, token, call, { list }),
        await revise(tenant, token, call, { list: list.slice(0, 2000) }),
      ]);
      for (const { status, error } of result) {
        const [detail] = (error?.details ?? []) as { code: string }[];
        expectThat(status === 422 && detail?.code === 'too_many_parts', `answered with ${status}`);
      }
      return `422 too_many_parts; ${held}`;
    },
  },
  {
    name: 'arguments, and names of MCP clients, of marks that Unicode puts in order or of characters that stand for words',
    run: async (stack) => {
      const { tenant, agent, token } = await withRedaction(stack);
      const texts = ['\u0301\u0316'.repeat(30_000), '\uFDFA'.repeat(60_000)];
      const { result, held } = await whileLoopsAreWatched(stack, async () => {
        let call = await holdLarge(tenant, agent);
        const statuses: number[] = [];
        for (const memo of texts) {
          const { status, data } = await revise(tenant, token, call, { memo });
          statuses.push(status);
          call = { ...call, tool_call_id: data.tool_call_id };
        }
        // The worker judges what a model asks for.
        const { runId } = await tenant.post(agent, `/call lookup {"memo":"${texts[0]?.slice(0, 30_000)}"}`);
        await tenant.settled(runId);
        // Nobody has to be known for this.
        await fetch(`${stack.baseUrl}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            client_name: texts[0]?.slice(0, 26_000),
            redirect_uris: ['http://127.0.0.1:41234/callback'],
          }),
        });
        return statuses;
      });
      expectThat(result.join() === '202,202', `the corrections are answered with ${result.join()}`);
      return `202; ${held}`;
    },
  },
  {
    name: 'more corrections than an actor may make in a day',
    run: async (stack) => {
      const { tenant, agent, token } = await withRedaction(stack);
      let [made, refused] = [0, 0];
      for (let run = 0; run < 3; run += 1) {
        let call = await holdLarge(tenant, agent);
        for (let index = 0; index < 10; index += 1) {
          const { status, data, code } = await revise(tenant, token, call, { index });
          if (status === 202) {
            made += 1;
            call = { ...call, tool_call_id: data.tool_call_id };
          } else if (code === 'rate_limited') refused += 1;
        }
      }
      expectThat(made === 20 && refused === 10, `${made} were made, ${refused} refused`);
      return '20 are made, the others are 429 rate_limited';
    },
  },
];

/** The share of requests beside the attack that may wait for longer than the goal. */
const mostLate = 0.01;

interface HeldCall {
  runId: string;
  threadId: string;
  tool_call_id: string;
}

const names = Array.from({ length: 60 }, (_, index) => `m${index}`);

/** A workspace whose agent looks something up behind a gate, with arguments and details that are redacted in 64 ways. */
async function withRedaction(stack: Parameters<Attack['run']>[0]) {
  const tenant = await stack.newTenant();
  await tenant.connect('bank', stack.echoHost.url);
  const pointers = (at: string) => names.map((name) => `${at}/list/*/${name}`);
  const redact = { args: pointers(''), result: pointers('/detail') };
  await tenant.must('POST', '/v1/patches', { body: silentPatch({ redact }) });
  const gate = { type: 'confirm', approvals: 2 };
  const agent = await tenant.publish([], { patches: [{ ref: 'lookup@1', gate }] });
  return { tenant, agent, token: await (await tenant.signer())('mallory') };
}

/** As many parts as there may be, with names that are redacted and much text. */
function largeValue(characters: number): { list: object[] } {
  const text = 'x'.repeat(Math.floor(characters / 1900) - 12);
  return {
    list: Array.from({ length: 31 }, (_, at) =>
      Object.fromEntries(names.map((name) => [name, `${at}${text}`])),
    ),
  };
}

async function holdLarge(tenant: Tenant, agent: string): Promise<HeldCall> {
  const args = JSON.stringify(largeValue(28_000));
  const { runId, threadId } = await tenant.post(agent, `/call lookup ${args}\n---\n/say done`);
  await tenant.settled(runId);
  const { pending_confirmation: pending } = await tenant.must<{
    pending_confirmation?: { tool_call_id: string };
  }>('GET', `/v1/loom/threads/${threadId}`);
  expectThat(pending !== undefined, 'nothing is held');
  return { runId, threadId, tool_call_id: pending.tool_call_id };
}

async function revise(
  tenant: Tenant,
  token: string,
  { runId, tool_call_id }: HeldCall,
  args: object,
): Promise<TenantAnswer<{ tool_call_id: string }>> {
  return await tenant.request('POST', `/v1/loom/runs/${runId}/revise`, {
    token,
    body: { tool_call_id, args },
  });
}

async function reject(tenant: Tenant, token: string, { runId, tool_call_id }: HeldCall, detail: object) {
  const body = { tool_call_id, decision: 'reject', detail };
  return await tenant.request('POST', `/v1/loom/runs/${runId}/confirm`, { token, body });
}

/** Corrects calls with as much as fits, decides on others, and reads what there is of them. */
async function workOn(
  tenant: Tenant,
  token: string,
  calls: readonly HeldCall[],
  lane: number,
): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    const call = calls[(lane + round) % calls.length];
    if (call === undefined) return;
    const answer = await revise(tenant, token, call, { ...largeValue(230_000), round, lane });
    if (answer.status === 202) call.tool_call_id = answer.data.tool_call_id;
    await reject(tenant, token, { ...call, tool_call_id: call.runId }, largeValue(60_000));
    for (const path of ['approvals', 'runs', `runs/${call.runId}/trace`, `threads/${call.threadId}`]) {
      await tenant.request('GET', `/v1/loom/${path}`, { token });
    }
  }
}

function inWords({ longestMs, lateShare }: LoopHolds): string {
  return `${Math.ceil(longestMs)} ms (for over ${goalMs} ms in ${(lateShare * 100).toFixed(1)} % of the time)`;
}
