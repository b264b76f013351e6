import { describe, expect, it } from 'vitest';
import { Breakers } from '#adapters/model/breakers/breakers.ts';
import { createFallback } from '#adapters/model/fallback.ts';
import type { BreakerStore, OpenBreaker } from '#engine/ports/breakers.ts';
import { ModelError, type ModelErrorOptions } from '#engine/ports/model.ts';
import { failingModel } from '../../../support/fallback.ts';
import { turn } from '../../../support/model-servers/turn.ts';

/** The store of breakers, with a clock of its own that only the test moves. */
class SharedStore implements BreakerStore {
  time = 0;
  writes = 0;
  reads = 0;
  fails = false;
  readonly open_ = new Map<string, OpenBreaker & { until: number; probed: number }>();

  read = async () => {
    this.#begin();
    this.reads += 1;
    const each = [...this.open_.values()].map(({ until, probed, ...breaker }) => ({
      ...breaker,
      left_ms: until - this.time,
      probe_left_ms: probed - this.time,
    }));
    return await Promise.resolve(each);
  };
  open: BreakerStore['open'] = async (breaker) => {
    this.#write();
    this.open_.set(breaker.model, { ...breaker, until: this.time + breaker.left_ms, probed: 0 });
    await Promise.resolve();
  };
  claimProbe = async (model: string, leaseMs: number) => {
    this.#write();
    const breaker = this.open_.get(model);
    if (breaker === undefined || breaker.until > this.time || breaker.probed > this.time) return false;
    breaker.probed = this.time + leaseMs;
    return await Promise.resolve(true);
  };
  releaseProbe = async (model: string) => {
    this.#write();
    const breaker = this.open_.get(model);
    if (breaker !== undefined) breaker.probed = 0;
    await Promise.resolve();
  };
  close = async (model: string) => {
    this.#write();
    this.open_.delete(model);
    await Promise.resolve();
  };

  #write() {
    this.#begin();
    this.writes += 1;
  }

  #begin() {
    if (this.fails) throw new Error('no connection');
  }
}

/** Processes that share a store. The clock of each says something else, and all go on together. */
function processes(count: number) {
  const store = new SharedStore();
  const log = { warn: () => {}, info: () => {} };
  const each = Array.from(
    { length: count },
    (_, index) => new Breakers({ store, log, now: () => store.time + index * 3_600_000 }),
  );
  return { store, each, [Symbol.iterator]: () => each[Symbol.iterator]() };
}

const failure = (code: ModelErrorOptions['code']) => new ModelError({ code, retryable: true });

async function open(breakers: Breakers, model = 'a') {
  for (let failed = 0; failed < 5; failed += 1) {
    await breakers.failed(model, (await breakers.mayAsk(model)) ?? 'least_bad', failure('overloaded'));
  }
}

describe('breakers', () => {
  it('[model.breaker.shared] that one process opens are honoured by another, whatever its clock says', async () => {
    const { store, each } = processes(2);
    const [one, other] = each as [Breakers, Breakers];
    expect(await other.mayAsk('a')).toBe('as_usual');
    await open(one);
    expect(await one.mayAsk('a')).toBeUndefined();
    store.time += 2000;
    expect(await other.mayAsk('a')).toBeUndefined();
    store.time += 27_999;
    expect(await other.mayAsk('a')).toBeUndefined();
    store.time += 2001;
    expect(await other.mayAsk('a')).toBe('probe');
  });

  it('[model.breaker.probe] let one of many ask at a time, over all processes, and close when it answers', async () => {
    const { store, each } = processes(4);
    await open(each[0] as Breakers);
    store.time += 30_000;
    const asking = await Promise.all(
      Array.from({ length: 40 }, async (_, run) => await each[run % 4]?.mayAsk('a')),
    );
    expect(asking.filter((how) => how === 'probe')).toHaveLength(1);
    expect(asking.filter((how) => how === undefined)).toHaveLength(39);
    const prober = each[asking.indexOf('probe') % 4] as Breakers;
    await prober.answered('a', 'probe');
    expect(await prober.mayAsk('a')).toBe('as_usual');
    store.time += 2000;
    expect(await Promise.all(each.map(async (breakers) => await breakers.mayAsk('a')))).toEqual(
      Array.from({ length: 4 }, () => 'as_usual'),
    );
    expect(store.open_.size).toBe(0);
  });

  it('[model.breaker.probe] are open again, for longer, after a probe has failed', async () => {
    const { store, each } = processes(1);
    const [one] = each as [Breakers];
    await open(one);
    store.time += 30_000;
    expect(await one.mayAsk('a')).toBe('probe');
    await one.failed('a', 'probe', failure('timeout'));
    store.time += 59_999;
    expect(await one.mayAsk('a')).toBeUndefined();
    store.time += 2000;
    expect(await one.mayAsk('a')).toBe('probe');
  });

  it('[model.breaker.probe] let another one probe if a probe shows nothing, or is never heard of', async () => {
    const { store, each } = processes(2);
    const [one, other] = each as [Breakers, Breakers];
    await open(one);
    store.time += 32_000;
    expect(await one.mayAsk('a')).toBe('probe');
    await one.unasked('a', 'probe');
    expect(await other.mayAsk('a')).toBe('probe');
    store.time += 74_999;
    expect(await one.mayAsk('a')).toBeUndefined();
    store.time += 2001;
    expect(await one.mayAsk('a')).toBe('probe');
  });

  it('[model.breaker.causes] stay closed however often a provider refuses what it is asked', async () => {
    const { store, each } = processes(1);
    const [one] = each as [Breakers];
    for (let failed = 0; failed < 100; failed += 1) {
      await one.failed(
        'a',
        'as_usual',
        failure((['refused', 'rejected', 'prompt_too_long'] as const)[failed % 3] ?? 'refused'),
      );
    }
    expect([await one.mayAsk('a'), store.writes]).toEqual(['as_usual', 0]);
  });

  it('[model.breaker.causes] stay closed while the provider answers anybody', async () => {
    const { store, each } = processes(1);
    const [one] = each as [Breakers];
    for (let failed = 0; failed < 100; failed += 1) {
      await one.failed('a', 'as_usual', failure('timeout'));
      if (failed % 4 === 3) await one.answered('a', 'as_usual');
    }
    expect([await one.mayAsk('a'), store.writes]).toEqual(['as_usual', 0]);
  });

  it('[model.breaker.cheap] write nothing while all is well, and read once in two seconds', async () => {
    const { store, each } = processes(1);
    const [one] = each as [Breakers];
    for (let turns = 0; turns < 1000; turns += 1) {
      await one.mayAsk('a');
      await one.answered('a', 'as_usual');
      store.time += 3;
    }
    expect([store.writes, store.reads]).toEqual([0, 2]);
  });

  it('[model.breaker.all-open] have the least bad model asked if all are open, and that does not prolong it', async () => {
    const { store, each } = processes(1);
    const [one] = each as [Breakers];
    await open(one, 'a');
    store.time += 1000;
    await open(one, 'b');
    const entries = [failingModel('a', 'overloaded'), failingModel('b')];
    const fallback = createFallback(entries, { breakers: one });
    await expect(fallback.respond(turn())).rejects.toMatchObject({ code: 'overloaded' });
    expect(entries.map(({ asked }) => asked)).toEqual([1, 0]);
    expect(await fallback.respond(turn())).toMatchObject({ model: 'a' });
    expect([...store.open_.keys()]).toEqual(['b']);
  });

  it('[model.breaker.store-away] keep nobody from asking while the store is away, and hold in the process that has seen the failures', async () => {
    const { store, each } = processes(1);
    const [one] = each as [Breakers];
    store.fails = true;
    expect(await one.mayAsk('a')).toBe('as_usual');
    await open(one);
    expect(await one.mayAsk('a')).toBeUndefined();
    store.time += 29_999;
    expect(await one.mayAsk('a')).toBeUndefined();
  });
});
