import { expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '#tools/dev/servers/free-port.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { patience, waitMs } from '../support/patience.ts';
import { startOneProcess } from '../support/process-stack.ts';

vi.setConfig(patience);

const statusAt = async (url: string) => (await fetch(url).catch(() => undefined))?.status;

it('[operations.stop.delay] a process that is told to stop says on both ports that it is not ready, serves new connections, and ends', async () => {
  const METRICS_PORT = String(await freePort());
  // Longer than what is asked of it meanwhile, on a slow machine too.
  const stack = await startOneProcess('service', { SHUTDOWN_DELAY_SECONDS: '15', METRICS_PORT });
  onTestFinished(async () => await stack.stop());
  const { client } = await stack.workspace();
  stack.signal('service', 'SIGTERM');
  for (const url of [stack.apiUrl, `http://127.0.0.1:${METRICS_PORT}`]) {
    await waitUntil(async () => (await statusAt(`${url}/readyz`)) === 503, {
      timeoutMs: waitMs,
      what: `${url} is not ready`,
    });
  }
  expect(await statusAt(`${stack.apiUrl}/healthz`)).toBe(200);
  expect((await client.get('/v1/agents')).status).toBe(200);
  expect(await stack.ended('service')).toBe('exit code 0');
});
