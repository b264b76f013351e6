import { expect, it } from 'vitest';
import { Breakers } from '#adapters/model/breakers/breakers.ts';
import { ModelError } from '#engine/ports/model.ts';
import { breakerStore } from '#store/models/breakers.ts';
import { newId } from '#store/mongo/ids.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('quiet');
const log = { warn: () => {}, info: () => {} };
const overloaded = new ModelError({ code: 'overloaded', retryable: true });
/** The breakers of a process that reads them each time it asks. */
const process = () => {
  let reads = 0;
  return new Breakers({ store: breakerStore(service.db), log, now: () => (reads += 10_000) });
};
const store = () => breakerStore(service.db);

it('[model.breaker.shared] what one process opens is open in another, and closed in both when a probe succeeds', async () => {
  const model = newId();
  const [one, other] = [process(), process()];
  for (let failed = 0; failed < 5; failed += 1) await one.failed(model, 'as_usual', overloaded);
  expect([await one.mayAsk(model), await other.mayAsk(model)]).toEqual([undefined, undefined]);
  expect(await store().read()).toEqual(
    expect.arrayContaining([expect.objectContaining({ model, code: 'overloaded', openings: 1 })]),
  );
  // Its time is over.
  await store().open({ model, code: 'overloaded', openings: 1, left_ms: 0 });
  expect(await other.mayAsk(model)).toBe('probe');
  expect(await one.mayAsk(model)).toBeUndefined();
  await other.answered(model, 'probe');
  expect([await one.mayAsk(model), await other.mayAsk(model)]).toEqual(['as_usual', 'as_usual']);
});

it('[model.breaker.probe] of many processes that ask at once, one probes', async () => {
  const model = newId();
  await store().open({ model, code: 'timeout', openings: 3, left_ms: -1 });
  const asking = await Promise.all(Array.from({ length: 32 }, async () => await process().mayAsk(model)));
  expect(asking.filter((how) => how === 'probe')).toHaveLength(1);
  await store().releaseProbe(model);
  expect(await process().mayAsk(model)).toBe('probe');
  await store().close(model);
});

it('[model.breaker.shared] processes that open a breaker at once open one', async () => {
  const model = newId();
  const open = { model, code: 'overloaded' as const, openings: 1, left_ms: 60_000 };
  await Promise.all(Array.from({ length: 16 }, async () => await store().open(open)));
  expect((await store().read()).filter((breaker) => breaker.model === model)).toHaveLength(1);
  expect(await store().claimProbe(model, 1000)).toBe(false);
  await store().close(model);
});

it('[model.breaker.shared] the names of models are stored as they are', async () => {
  for (const model of ['openai-compatible:$org/model.v1', 'a'.repeat(900)]) {
    await store().open({ model, code: 'overloaded', openings: 1, left_ms: 0 });
    expect(await store().claimProbe(model, 60_000)).toBe(true);
    expect(await store().claimProbe(model, 60_000)).toBe(false);
    await store().close(model);
  }
});
