import { expect, it } from 'vitest';
import { callsWithTurns, slots, slotsInAll } from '#activities/slots.ts';
import { WorkspaceShare } from '#activities/workspace-share.ts';

/** An activity that lasts until released, and never holds more than two thirds of the slots that others leave. */
function bounded(slots = { total: 3, perWorkspace: 2 }) {
  const ends: (() => void)[] = [];
  const work = new WorkspaceShare(slots).bound(
    async (name: string, ..._inputs: [{ workspace_id: string }]) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
      return name;
    },
  );
  return { work, ends };
}

it('[worker.workspace-share] a workspace that holds its share gives further slots back, to be tried again, and others are not touched', async () => {
  const { work, ends } = bounded();
  const held = [work('a', { workspace_id: 'one' }), work('b', { workspace_id: 'one' })];
  await expect(work('c', { workspace_id: 'one' })).rejects.toMatchObject({
    type: 'workspace_share',
    nonRetryable: false,
  });
  held.push(work('d', { workspace_id: 'two' }));
  for (const end of ends) end();
  expect(await Promise.all(held)).toEqual(['a', 'b', 'd']);
});

it('[worker.workspace-share] several workspaces that hang together leave slots for those that come after them', async () => {
  const { work, ends } = bounded({ total: 250, perWorkspace: 200 });
  const all: Promise<string | undefined>[] = [];
  const holdingGateOf = (workspace_id: string) => {
    const before = ends.length;
    for (let call = 0; call < 250; call += 1) {
      all.push(work('call', { workspace_id }).catch(() => undefined));
    }
    return ends.length - before;
  };
  expect(['one', 'two', 'three', 'four'].map(holdingGateOf)).toEqual([200, 40, 8, 2]);
  for (const end of ends) end();
  await Promise.all(all);
  expect(holdingGateOf('one')).toBe(200);
  for (const end of ends) end();
  await Promise.all(all);
});

it('a slot is free again when its activity has ended, be it with an error', async () => {
  const failing = new WorkspaceShare({ total: 1, perWorkspace: 1 }).bound(
    async () => await Promise.reject(new Error('broken')),
  );
  for (let time = 0; time < 3; time += 1) {
    await expect(failing('deps', { workspace_id: 'one' })).rejects.toThrow('broken');
  }
});

it('[worker.workspace-share] the share of one workspace leaves slots of every kind to the others', () => {
  for (const { total, perWorkspace } of [slots.turns, slots.calls, slots.webhooks]) {
    expect(total - perWorkspace).toBeGreaterThanOrEqual(50);
  }
  // Hosts that hang leave as many slots of turns as there are for calls.
  expect(slots.turns.total - callsWithTurns.total).toBeGreaterThanOrEqual(250);
  expect(callsWithTurns.perWorkspace).toBeLessThan(callsWithTurns.total);
  expect(slotsInAll).toBe(slots.turns.total + slots.calls.total + slots.steps.total + slots.webhooks.total);
});
