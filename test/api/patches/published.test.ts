import { expect, it, vi } from 'vitest';
import { PatchDefinition } from '#contract/patch.ts';
import { operatorOf } from '#store/audit/record.ts';
import { publishPatch } from '#store/patches/patches.ts';
import { PublishedPatches } from '#store/patches/published-patches.ts';
import { patchDefinition } from '../../support/patch-definition.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { perFile } from '../../support/per-file.ts';

const db = perFile(openTestDatabase, dropDatabase);
const publish = async (workspaceId: string, description: string) =>
  await publishPatch(db, operatorOf(workspaceId), PatchDefinition.parse(patchDefinition({ description })));

it('patches come by workspace and ref, built-in ones among them, in the order asked for', async () => {
  await publish('one', 'First.');
  await publish('one', 'Second.');
  await publish('two', 'Other.');
  const patches = new PublishedPatches(db);
  const all = await patches.getAll('one', ['pay@2', 'ask_user@1', 'pay@1']);
  expect(all.map(({ ref, description }) => [ref, description])).toMatchObject([
    ['pay@2', 'Second.'],
    ['ask_user@1', expect.any(String)],
    ['pay@1', 'First.'],
  ]);
  expect((await patches.get('two', 'pay@1')).description).toBe('Other.');
  await expect(patches.get('two', 'pay@2')).rejects.toThrow('there is no patch pay@2');
  await expect(patches.getAll('three', ['ask_user@1', 'pay@1'])).rejects.toThrow('there is no patch pay@1');
});

it('a version is read once', async () => {
  const { ref } = await publish('cached', 'Once.');
  const patches = new PublishedPatches(db);
  const find = vi.spyOn(db.patches, 'find');
  const first = await patches.get('cached', ref);
  expect(await patches.get('cached', ref)).toBe(first);
  expect(await patches.getAll('cached', [ref, 'handoff@1'])).toContain(first);
  expect(find).toHaveBeenCalledTimes(1);
});
