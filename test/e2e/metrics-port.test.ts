import { expect, it, vi } from 'vitest';
import { post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { freePort } from '#tools/dev/servers/free-port.ts';
import { patience, waitMs } from '../support/patience.ts';
import { perFile } from '../support/per-file.ts';
import { startOneProcess } from '../support/process-stack.ts';

vi.setConfig(patience);

const port = await freePort();
// The delay is longer than what is asked of the process meanwhile, on a slow machine too.
const stack = perFile(async () =>
  startOneProcess('service', { SHUTDOWN_DELAY_SECONDS: '15', METRICS_PORT: String(port) }),
);
const metricsUrl = `http://127.0.0.1:${port}`;
const statusAt = async (url: string) => (await fetch(url).catch(() => undefined))?.status;

it('[operations.run-metrics] a process counts the runs that it has stored', async () => {
  const { client } = await stack.workspace();
  const thread = await startThread(client, (await publishScripted(client)).id);
  await settled(client, await post(client, thread, '/call missing {}\n---\n/say Hello'));
  const lines = (await (await fetch(`${metricsUrl}/metrics`)).text()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'heddle_runs_ended_total{state="closed",reason="finished",service="service"} 1',
      'heddle_calls_ended_total{status="failed",code="denied",service="service"} 1',
    ]),
  );
});

it('[operations.stop.delay] a process that is told to stop says on both ports that it is not ready, serves new connections, and ends', async () => {
  const { client } = await stack.workspace();
  stack.signal('service', 'SIGTERM');
  for (const url of [stack.apiUrl, metricsUrl]) {
    await waitUntil(async () => (await statusAt(`${url}/readyz`)) === 503, {
      timeoutMs: waitMs,
      what: `${url} is not ready`,
    });
  }
  expect(await statusAt(`${stack.apiUrl}/healthz`)).toBe(200);
  expect((await client.get('/v1/agents')).status).toBe(200);
  expect(await stack.ended('service')).toBe('exit code 0');
});
