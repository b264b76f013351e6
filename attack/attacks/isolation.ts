import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, expectThat } from '../attack.ts';

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
