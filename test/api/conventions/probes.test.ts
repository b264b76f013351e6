import { expect, it } from 'vitest';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');

async function get(path: string): Promise<[status: number, body: unknown]> {
  const response = await fetch(`${service.baseUrl}${path}`);
  return [response.status, await response.json()];
}

it('[operations.healthz] says without credentials that the process lives', async () => {
  expect(await get('/healthz')).toEqual([200, { status: 'success', data: { alive: true } }]);
});

it('[operations.readyz] says without credentials that Temporal and MongoDB answer', async () => {
  // Servers that are busy with other tests may answer too late for a probe.
  await expect
    .poll(async () => await get('/readyz'))
    .toEqual([200, { status: 'success', data: { ready: true } }]);
});

it('[operations.metrics] metrics are not served where the API is', async () => {
  expect(await get('/metrics')).toEqual([
    404,
    { status: 'error', error: { code: 'not_found', message: 'There is nothing at this path.' } },
  ]);
});
