import { expect, inject, it } from 'vitest';
import { breakerStore } from '#store/models/breakers.ts';
import { runAdmin } from '../../support/admin.ts';
import { perFile } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';

const service = perFile(() => startService({ worker: false }));
const breakers = async () =>
  await runAdmin(['models', 'breakers', '--json'], {
    MONGODB_URI: inject('mongodbUri'),
    MONGODB_DATABASE: service.db.runs.dbName,
  });

it('[model.breaker.shared] the operator is shown the breakers that are open, and nothing if none is', async () => {
  expect(await breakers()).toMatchObject({ code: 0, printed: [] });
  const store = breakerStore(service.db);
  await store.open({ model: 'openai:one', code: 'overloaded', openings: 2, left_ms: 60_000 });
  await store.open({ model: 'openai:two', code: 'timeout', openings: 1, left_ms: 0 });
  const { printed } = await breakers();
  expect(
    printed.toSorted((one, other) => String(one['model']).localeCompare(String(other['model']))),
  ).toEqual([
    {
      model: 'openai:one',
      code: 'overloaded',
      openings: 2,
      state: 'open',
      due_in_seconds: expect.any(Number),
    },
    { model: 'openai:two', code: 'timeout', openings: 1, state: 'due', due_in_seconds: 0 },
  ]);
});
