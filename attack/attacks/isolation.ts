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
];
