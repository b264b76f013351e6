import { type Attack, expectThat } from '../attack.ts';
import { silentPatch } from '../silent-patch.ts';
import type { AttackStack } from '../stack/attack-stack.ts';
import type { RequestOptions, Tenant } from '../tenant.ts';

interface Paying {
  tenant: Tenant;
  agent: string;
}

interface Item {
  run_id: string;
  tool_call_id: string;
  digest: string;
}

/** Decisions of one request on many held calls. */
export const manyDecisions: Attack[] = [
  {
    name: 'many decisions by one request: calls of others, old digests, one call twice, without a person',
    run: async (stack) => {
      const [paying, other] = [await startPaying(stack), await startPaying(stack)];
      const [own, old, third] = [await hold(paying), await hold(paying), await hold(paying)];
      const bos = await hold(paying, { subject: 'bo' });
      const foreign = await hold(other);
      const results = await decide(paying, [
        bos,
        foreign,
        { ...old, digest: own.digest },
        { ...third, run_id: old.run_id },
        own,
      ]);
      expectThat(
        results.join() === 'not_found,not_found,stale_confirmation,unknown_confirmation,accepted',
        `the items were answered with ${results.join()}`,
      );
      const { tenant } = paying;
      await tenant.settled(own.run_id);
      for (const { run_id } of [bos, old, third]) {
        const { state } = await tenant.must<{ state: string }>('GET', `/v1/loom/runs/${run_id}`, {
          subject: run_id === bos.run_id ? 'bo' : 'mallory',
        });
        expectThat(state === 'awaiting_input', `a call that was refused is ${state}`);
      }
      for (const items of [[old, old], [old, { ...old, run_id: bos.run_id }], Array(101).fill(old)]) {
        const body = { decision: 'approve', items };
        const { code } = await tenant.request('POST', '/v1/loom/approvals/decide', { body });
        expectThat(code === 'invalid_request', `${items.length} items were answered with ${code}`);
      }
      const { status } = await fetch(`${tenant.baseUrl}/v1/loom/approvals/decide`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ decision: 'approve', items: [old] }),
      });
      expectThat(status === 422, `without a person it was answered with ${status}`);
      return 'each item is refused by itself, and the rest is decided';
    },
  },
];

/** A workspace whose agent pays, behind a gate. */
async function startPaying(stack: AttackStack): Promise<Paying> {
  const tenant = await stack.newTenant();
  await tenant.connect('bank', stack.echoHost.url);
  const pay = silentPatch({ key: 'pay', request: { method: 'POST', path: '/pay' } });
  await tenant.must('POST', '/v1/patches', { body: pay });
  return { tenant, agent: await tenant.publish([], { patches: [{ ref: 'pay@1', gate: 'confirm' }] }) };
}

async function hold({ tenant, agent }: Paying, options: RequestOptions = {}): Promise<Item> {
  const { runId } = await tenant.post(agent, '/call pay {}\n---\n/say done', options);
  await tenant.settled(runId, options);
  const { pending } = await tenant.must<{ pending?: Omit<Item, 'run_id'> }>(
    'GET',
    `/v1/loom/runs/${runId}`,
    options,
  );
  expectThat(pending !== undefined, 'nothing is held');
  return { run_id: runId, tool_call_id: pending.tool_call_id, digest: pending.digest };
}

/** @returns the code of each refusal, or `accepted` */
async function decide({ tenant }: Paying, items: Item[]): Promise<string[]> {
  const { results } = await tenant.must<{ results: { result: string; code?: string }[] }>(
    'POST',
    '/v1/loom/approvals/decide',
    { body: { decision: 'approve', items } },
  );
  return results.map(({ result, code }) => code ?? result);
}
