import { expect, it } from 'vitest';
import { measureRequests } from '#adapters/operations/duration-metrics.ts';
import { createMetrics } from '#adapters/operations/server.ts';

it('[operations.metrics] requests are counted and timed by method, route and status', async () => {
  const metrics = createMetrics('test');
  const measure = measureRequests(metrics);
  const asked = { method: 'GET', route: '/v1/agents', status: 200 };
  measure({ ...asked, durationMs: 4 });
  measure({ ...asked, durationMs: 40 });
  measure({ ...asked, status: 404, durationMs: 4 });
  const text = await metrics.metrics();
  const labels = 'service="test",method="GET",route="/v1/agents",status="200"';
  const value = (name: string, more: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`heddle_http_request_duration_seconds${name}{`) && line.includes(more));
  expect(value('_count', 'status="200"')).toMatch(/ 2$/);
  expect(value('_count', 'status="404"')).toMatch(/ 1$/);
  expect(value('_sum', 'status="200"')).toMatch(/ 0\.044$/);
  expect(value('_bucket', 'le="0.005"')).toMatch(/ 1$/);
  for (const label of labels.split(',')) expect(value('_count', 'status="200"')).toContain(label);
});
