import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, expectThat } from '../attack.ts';
import { describedOperations } from '../operations.ts';
import { silentPatch } from '../silent-patch.ts';
import type { AttackStack } from '../stack/attack-stack.ts';
import type { RequestOptions } from '../tenant.ts';

const account = 'DE89370400440532013000';

/** A payment that is held for one connection, and a token that is for another. */
async function withOtherConnection(stack: AttackStack) {
  const tenant = await stack.newTenant();
  await tenant.connect('bank', stack.echoHost.url);
  const connection = await tenant.connect('shop', stack.echoHost.url);
  const pay = silentPatch({ key: 'pay', request: { method: 'POST', path: '/pay' } });
  await tenant.must('POST', '/v1/patches', { body: pay });
  const agent = await tenant.publish([], { patches: [{ ref: 'pay@1', gate: 'confirm' }] });
  const onBank = { headers: { 'service-connection': 'bank' } };
  const { threadId, runId } = await tenant.post(agent, `/call pay {"to":"${account}"}`, onBank);
  await tenant.settled(runId);
  const thread = await tenant.must<{ pending_confirmation?: { tool_call_id: string } }>(
    'GET',
    `/v1/loom/threads/${threadId}`,
  );
  const callId = thread.pending_confirmation?.tool_call_id;
  expectThat(callId !== undefined, 'nothing is held');
  const [event] = await tenant.must<{ id: string }[]>('GET', `/v1/events?run_id=${runId}`);
  const token = await (await tenant.signer())('mallory', { connection });
  return { tenant, token, threadId, runId, callId, eventId: event?.id ?? '' };
}

/** Attacks on the data of others. */
export const isolation: Attack[] = [
  {
    name: "another workspace's run by its id",
    run: async (stack) => {
      const [victim, attacker] = [await stack.newTenant(), await stack.newTenant()];
      const { runId } = await victim.post(await victim.publish(), 'My account is DE89370400440532013000.');
      const { status, code } = await attacker.request('GET', `/v1/loom/runs/${runId}`);
      expectThat(status === 404, `answered with ${status}`);
      return `404 ${code}`;
    },
  },
  {
    name: 'the calls of another connection than a session token is for',
    run: async (stack) => {
      const { tenant, token, threadId, runId, callId, eventId } = await withOtherConnection(stack);
      const bodies: Record<string, object> = {
        confirm: { tool_call_id: callId, decision: 'approve' },
        withdraw: { tool_call_id: callId },
        revise: { tool_call_id: callId, args: {} },
        outcome: { tool_call_id: callId, state: 'occurred' },
        messages: { content: 'Hello' },
        chat: { messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }] },
        '{thread_id}': { title: 'Mine' },
      };
      const takeBodies = new Set(['POST', 'PATCH']);
      const ids = { '/v1/loom/threads': threadId, '/v1/loom/runs': runId, '/v1/events': eventId };
      let refused = 0;
      for (const { method, path, takesTokens } of await describedOperations(stack)) {
        if (!takesTokens) continue;
        const known = Object.entries(ids).find(([start]) => path.startsWith(`${start}/{`));
        const query = path.endsWith('/receipt') ? `?tool_call_id=${callId}` : '';
        const place = `${path.replace(/\{[^}]+\}/, known?.[1] ?? '')}${query}`;
        const body = bodies[path.slice(path.lastIndexOf('/') + 1)];
        const options: RequestOptions = { token, ...(takeBodies.has(method) && { body: body ?? {} }) };
        const { status, data } = await tenant.request(method, place, options);
        expectThat(!JSON.stringify(data ?? '').includes(account), `${method} ${path} shows the call`);
        if (known === undefined) continue;
        expectThat(status === 404, `${method} ${path} was answered with ${status}`);
        refused += 1;
      }
      expectThat(refused > 12, `only ${refused} operations take an id`);
      const { data: run } = await tenant.request<{ state: string }>('GET', `/v1/loom/runs/${runId}`);
      expectThat(run.state === 'awaiting_input', `the run is ${run.state}`);
      return `${refused} times 404, and no list shows it`;
    },
  },
  {
    name: "erasing another workspace's subject",
    run: async (stack) => {
      const [victim, attacker] = [await stack.newTenant(), await stack.newTenant()];
      const { threadId } = await victim.post(await victim.publish(), 'Remember me.', { subject: 'ada' });
      const erasure = await attacker.must<{ id: string }>('DELETE', '/v1/subjects/ada');
      const { status } = await victim.request('GET', `/v1/erasures/${erasure.id}`);
      expectThat(status === 404, `another workspace's erasure was answered with ${status}`);
      await victim.must('GET', `/v1/loom/threads/${threadId}`, { subject: 'ada' });
      return 'the thread stays, 404 for the erasure';
    },
  },
  {
    name: 'a subject that goes on writing while it is erased',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const agent_id = await tenant.publish([], { patches: [{ ref: 'ask_user@1' }] });
      const { threadId } = await tenant.post(agent_id, '/call ask_user {"question":"?"}', { subject: 'eve' });
      let isBegun = false;
      let after = 0;
      const write = async () => {
        const answers: string[] = [];
        while (after < 400) {
          const isAfter = isBegun;
          const requests = [
            tenant.request('POST', '/v1/loom/threads', { subject: 'eve', body: { agent_id } }),
            tenant.request('POST', `/v1/loom/threads/${threadId}/messages`, {
              subject: 'eve',
              body: { content: 'I stay' },
            }),
          ];
          for (const { status, code } of await Promise.all(requests)) {
            if (isAfter) answers.push(`${status} ${code ?? ''}`);
          }
          if (isAfter) after += requests.length;
        }
        return answers;
      };
      const erase = async () => {
        await tenant.must('DELETE', '/v1/subjects/eve');
        isBegun = true;
      };
      const [, ...answers] = await Promise.all([erase(), write(), write(), write(), write()]);
      const seen = new Set(answers.flat());
      const isRefused = [...seen].every((each) => ['409 erasure_running', '404 not_found'].includes(each));
      expectThat(isRefused, `answered with ${[...seen].join(', ')}`);
      const until = Date.now() + 60_000;
      for (;;) {
        const lists = ['threads', 'runs'].map((name) => `/v1/loom/${name}?limit=100`);
        const left = await Promise.all(
          lists.map(async (path) => await tenant.must<unknown[]>('GET', path, { subject: 'eve' })),
        );
        if (left.flat().length === 0) break;
        expectThat(Date.now() < until, 'threads or runs are left after a minute');
        await sleep(500);
      }
      return `${[...seen].join(', ')}, and nothing is left`;
    },
  },
];
