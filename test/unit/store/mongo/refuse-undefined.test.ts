import { Binary, type Collection } from 'mongodb';
import { expect, it } from 'vitest';
import type { AgentDocument } from '#store/documents/agent.ts';
import { refusingUndefined, UndefinedValueError } from '#store/mongo/refuse-undefined.ts';

/** A collection that notes what reaches it. */
function notingCollection() {
  const reached: unknown[][] = [];
  class Noting {
    readonly dbName = 'db';
    find(...args: unknown[]) {
      reached.push(args);
      return this.dbName;
    }
  }
  return { reached, collection: refusingUndefined(new Noting()) };
}

it.each([
  ['a filter', [{ workspace_id: undefined }], 'find[0].workspace_id is undefined'],
  ['a nested filter', [{ $or: [{ a: 1 }, { b: { $lt: undefined } }] }], 'find[0].$or[1].b.$lt is undefined'],
  ['an update', [{ _id: 'a' }, { $set: { title: undefined } }], 'find[1].$set.title is undefined'],
  ['a list of documents', [[{ _id: 'a' }, { _id: undefined }]], 'find[0][1]._id is undefined'],
  ['a filter that is missing itself', [undefined], 'find[0] is undefined'],
])('undefined in %s throws, and nothing is sent', (_, args, message) => {
  const { collection, reached } = notingCollection();
  expect(() => collection.find(...args)).toThrow(
    new UndefinedValueError(message.replace(/ is undefined$/, '')),
  );
  expect(reached).toEqual([]);
});

it('everything else arrives as it is, and the method is that of its object', () => {
  const { collection, reached } = notingCollection();
  const args = [{ a: null, at: new Date(0), b: new Binary(Buffer.of(1)), c: [1, 'x', false], d: /x/ }, {}];
  expect(collection.find(...args)).toBe('db');
  expect(collection.find()).toBe('db');
  expect(collection.dbName).toBe('db');
  expect(reached).toEqual([args, []]);
});

/** Compiled and never called: what the types refuse. */
export async function refusedByTypes(agents: Collection<AgentDocument>, workspaceId: string | undefined) {
  // @ts-expect-error a tenant that may be undefined
  await agents.findOne({ workspace_id: workspaceId });
}
