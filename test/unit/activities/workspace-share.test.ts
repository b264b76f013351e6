import { expect, it } from 'vitest';
import { slots, slotsInAll } from '#activities/slots.ts';
import { WorkspaceShare } from '#activities/workspace-share.ts';

/** An activity that lasts until it is told to end, and never holds more than two slots for one workspace. */
function bounded() {
  const ends: (() => void)[] = [];
  const work = new WorkspaceShare(2).bound(async (name: string, ..._inputs: [{ workspace_id?: string }]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.push(resolve);
    await promise;
    return name;
  });
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

it('a slot is free again when its activity has ended, be it with an error', async () => {
  const failing = new WorkspaceShare(1).bound(async () => await Promise.reject(new Error('broken')));
  for (let time = 0; time < 3; time += 1) {
    await expect(failing('deps', { workspace_id: 'one' })).rejects.toThrow('broken');
  }
});

it('what is not said to be for a workspace is not bounded', async () => {
  const { work, ends } = bounded();
  const all = ['a', 'b', 'c'].map(async (name) => await work(name, {}));
  for (const end of ends) end();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});

it('[worker.workspace-share] the share of one workspace leaves slots of every kind to the others', () => {
  for (const { total, perWorkspace } of [slots.turns, slots.calls, slots.webhooks]) {
    expect(total - perWorkspace).toBeGreaterThanOrEqual(50);
  }
  expect(slotsInAll).toBe(slots.turns.total + slots.calls.total + slots.steps.total + slots.webhooks.total);
});
