import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { searchAttributes } from '#contract/temporal/names.ts';
import { startTemporal } from '#tools/dev/servers/start-temporal.ts';
import { withConnection } from '#tools/dev/servers/temporal-answers.ts';

const namespace = 'default';
const silent = () => {};

it('a Temporal that is started on the data of an earlier version has the search attributes of this one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'heddle-earlier-'));
  const options = { log: silent, dataDir, logFile: join(dataDir, 'temporal.log') };
  const earlier = await startTemporal(options);
  await withConnection({ address: earlier.address }, async ({ operatorService }) => {
    await operatorService.removeSearchAttributes({
      namespace,
      searchAttributes: [searchAttributes.pendingCall],
    });
  });
  await earlier.stop();
  const later = await startTemporal(options);
  const { customAttributes } = await withConnection(
    { address: later.address },
    async ({ operatorService }) => await operatorService.listSearchAttributes({ namespace }),
  );
  await later.stop();
  await rm(dataDir, { recursive: true });
  expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(Object.values(searchAttributes)));
});
