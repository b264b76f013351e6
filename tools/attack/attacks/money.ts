import { type Attack, expectThat } from '../attack.ts';
import type { Tenant } from '../tenant.ts';

interface Credits {
  balance: number;
  held: number;
}

const creditsOf = async (tenant: Tenant) => await tenant.must<Credits>('GET', '/v1/credits');

/** Attacks on charges. */
export const money: Attack[] = [
  {
    name: '40 messages at once on a balance of 0.01',
    run: async (stack) => {
      const tenant = await stack.newTenant({ credits: 0.01 });
      const agent_id = await tenant.publish();
      const threads = await Promise.all(
        Array.from({ length: 40 }, () =>
          tenant.must<{ id: string }>('POST', '/v1/loom/threads', { body: { agent_id } }),
        ),
      );
      const answers = await Promise.all(
        threads.map(({ id }) =>
          tenant.request<{ run_id: string }>('POST', `/v1/loom/threads/${id}/messages`, {
            body: { content: 'Hello' },
          }),
        ),
      );
      const accepted = answers.filter(({ status }) => status === 202);
      const runs = await Promise.all(accepted.map(({ data }) => tenant.settled(data.run_id)));
      const dearest = Math.max(0, ...runs.map(({ cost_credits }) => cost_credits));
      const { balance } = await creditsOf(tenant);
      expectThat(balance >= -dearest, `${accepted.length} runs left ${balance}, a turn costs ${dearest}`);
      return `${accepted.length} accepted, ${balance} left, a turn costs ${dearest}`;
    },
  },
  {
    name: 'a run left paused, so that what it holds stops other runs',
    run: async (stack) => {
      // Little more than what a run holds.
      const tenant = await stack.newTenant({ credits: 5.1 });
      const agent = await tenant.publish([], { patches: [{ ref: 'ask_user@1' }, { ref: 'list_banks@1' }] });
      const { runId: paused } = await tenant.post(agent, '/call ask_user {"question":"?"}');
      await tenant.settled(paused);
      // Its first turn costs 2 credits, so that less is left than the paused run holds.
      const call = `/call list_banks {"q":"${'x'.repeat(4000)}"}`;
      const { runId } = await tenant.post(agent, `${call}\n---\n/say done`, { subject: 'victim' });
      const { state, error } = await tenant.settled(runId, { subject: 'victim' });
      const { balance, held } = await creditsOf(tenant);
      expectThat(state === 'closed', `${error?.code ?? state} with ${balance} left`);
      return `the other run ends, ${balance} left, ${held} held`;
    },
  },
];
