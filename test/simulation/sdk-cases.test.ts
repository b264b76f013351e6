import { expect, it } from 'vitest';
import { saysThatItWasCancelled, type SdkCase, sdkCases } from '../support/workflow/sdk-cases.ts';
import { Chance } from './chance.ts';
import { Scheduler } from './scheduler.ts';
import { Workflow } from './temporal.ts';
import type { World } from './world.ts';

const input = { run_id: 'run', thread_id: 'thread', agent_id: 'agent', workspace_id: 'workspace', seq: 1 };

/** Runs a workflow on the simulated server until it is closed, and says how it has ended. */
async function outcomeOf(code: () => Promise<unknown>, meanwhile: SdkCase['meanwhile']): Promise<unknown> {
  const scheduler = new Scheduler();
  const world = {
    scheduler,
    random: () => 0.5,
    touch: () => {},
    fail: (fault: unknown) => {
      throw fault;
    },
  };
  const workflow = new Workflow(world as unknown as World, input, { code });
  if (meanwhile === 'signal') workflow.receive('go');
  const chance = new Chance(1);
  const isCancelled = meanwhile === 'cancel';
  for (let steps = 0; workflow.isOpen; steps += 1) {
    const [next] = scheduler.runnable();
    if (next !== undefined) await scheduler.happen(next, chance);
    else if (!scheduler.jump()) throw new Error('the workflow waits for ever');
    if (isCancelled && steps === 0) workflow.cancel();
  }
  return workflow.end;
}

it.each(sdkCases)(
  'on the simulated server, $workflow.name: $outcome',
  async ({ workflow, meanwhile, outcome }) => {
    expect(await outcomeOf(workflow, meanwhile)).toBe(outcome);
  },
);

it('a workflow that says that it was cancelled closes as cancelled, because the command is replaced', async () => {
  expect(await outcomeOf(saysThatItWasCancelled, undefined)).toEqual({
    state: 'closed',
    reason: 'cancelled',
  });
});
