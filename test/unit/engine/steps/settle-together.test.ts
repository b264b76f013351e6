import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KeyedMutex } from '#engine/contention/keyed-mutex.ts';
import { applied } from '#engine/rules/changes-of.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import type { Changes } from '#engine/rules/stored.ts';
import { toJsonText } from '#contract/json-text.ts';
import { RecentRuns } from '#engine/steps/recent-runs.ts';
import { settleTogether } from '#engine/steps/settle-together.ts';
import { call, context, inFlight, later, working } from '../../../support/rules/documents.ts';

const ids = { run_id: 'run', thread_id: 'thread', turn_count: 1 };
const result = (id: string, text = '') => ({
  type: 'call_settled' as const,
  tool_call_id: id,
  attempt: 1,
  resolution: { status: 'ok' as const, result: toJsonText({ text }) },
});

/** A run with so many calls in flight, in a store that stores nothing before it is opened, and refuses what a test says. */
function engineWith(count: number, refuses: (changes: Changes) => Error | undefined = () => undefined) {
  const names = Array.from({ length: count }, (_, index) => `call-${index}`);
  const opened = Promise.withResolvers<void>();
  const writes: string[][] = [];
  const world = {
    stored: working(names.map((_id, index) => inFlight(later(60), { ...call(), _id, index }))),
    writes,
    reads: 0,
    afterWrite: () => {},
    open: opened.resolve,
  };
  const store = {
    read: async () => {
      world.reads += 1;
      return await Promise.resolve(world.stored);
    },
    commit: async (changes: Changes) => {
      await opened.promise;
      const error = refuses(changes);
      if (error !== undefined) throw error;
      if (changes.run.version !== world.stored.run.version + 1) throw new StaleWriteError('stale');
      world.stored = applied(world.stored, changes);
      writes.push(changes.calls.map(({ before }) => before._id));
      world.afterWrite();
      world.afterWrite = () => {};
    },
    isOutage: (error: unknown) => (error as Error).message === 'away',
  };
  const { seal, ...made } = context();
  const clock = { ...made, now: () => made.now, random: () => 0, sleep: async () => await Promise.resolve() };
  const parts = { inputs: new KeyedMutex(), results: new Map(), recentRuns: new RecentRuns() };
  const engine = { store, clock, seal, ...parts } as unknown as Parameters<typeof settleTogether>[0];
  const settle = async (text?: string, from = 0, to = count) =>
    await Promise.allSettled(
      names
        .slice(from, to)
        .map(async (name) => await settleTogether(engine, ids, result(name, text), world.stored)),
    );
  return { world, engine, settle };
}

describe('[gate.set.results-together] results of calls that end at about the same time', () => {
  it('are stored by two writes: the first one, and all that have waited for it', async () => {
    const { world, engine, settle } = engineWith(30);
    const first = settle('', 0, 1);
    // Now it is being written.
    await setImmediate();
    const others = settle('', 1);
    world.open();
    const ended = [...(await first), ...(await others)];
    expect(world.writes.map(({ length }) => length)).toEqual([1, 29]);
    expect(world.stored.calls.every(({ status }) => status === 'ok')).toBe(true);
    expect(world.stored.run.version).toBe(3);
    // This process has stored the run before, and each attempt knows its own mark.
    expect(world.reads).toBe(0);
    const directives = ended.map((each) =>
      each.status === 'fulfilled' && each.value.outcome === 'changed' ? each.value.directive.next : each,
    );
    expect(directives.slice(0, -1).every((next) => next === 'execute')).toBe(true);
    // Only the last one leads to the next turn.
    expect(directives.at(-1)).toBe('turn');
    expect(engine.results.size).toBe(0);
  });

  it('are stored after one read if another process has written meanwhile', async () => {
    const { world, settle } = engineWith(4);
    const first = settle('', 0, 1);
    await setImmediate();
    const others = settle('', 1);
    world.afterWrite = () => {
      const { run } = world.stored;
      world.stored = { ...world.stored, run: { ...run, version: run.version + 1 } };
    };
    world.open();
    await first;
    expect((await others).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect([world.writes.map(({ length }) => length), world.reads]).toEqual([[1, 3], 1]);
  });

  it('are not stored together beyond what is serialized at once', async () => {
    const { world, settle } = engineWith(4);
    const settling = settle('x'.repeat(300_000));
    world.open();
    await settling;
    expect(world.writes.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  });

  it('are stored one by one if the store refuses them together: a refused one does not touch the others', async () => {
    const refuses = ({ calls }: Changes) =>
      calls.some(({ before }) => before._id === 'call-2') ? new Error('refused') : undefined;
    const { world, settle } = engineWith(4, refuses);
    const settling = settle();
    world.open();
    expect((await settling).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(world.writes).toEqual([['call-0'], ['call-1'], ['call-3']]);
  });

  it('all fail with the store away, and can be stored again', async () => {
    let isAway = true;
    const { world, engine, settle } = engineWith(3, () => (isAway ? new Error('away') : undefined));
    world.open();
    expect((await settle()).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(engine.results.size).toBe(0);
    isAway = false;
    expect((await settle()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  });
});
