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
];
