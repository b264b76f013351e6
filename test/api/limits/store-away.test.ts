import { expect, it } from 'vitest';
import { beginLongMinute } from '../../support/long-minute.ts';
import { startProxiedService } from '../../support/proxied-service.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() => startProxiedService({ worker: false, requestsPerMinute: 5 }));
/** A client of the workspace whose limit the store could not keep. */
let client: ApiClient;
const said = (message: RegExp) => service.logs.filter(({ msg }) => message.test(String(msg)));

it('[rate-limit.store-away] [auth.guesses] while the store of the limits is away each process counts by itself, and the log says so once', async () => {
  const limited = await service.workspace();
  ({ client } = limited);
  const unseen = await service.workspace();
  await beginLongMinute(service.db, limited.id);
  expect((await client.get('/v1/agents')).headers.get('ratelimit-remaining')).toBe('4');
  const away = service.mongodb.inject({
    strikes: ({ collection = '' }) => ['rate_limits', 'workspaces'].includes(collection),
    effect: { lost: 'command' },
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.post('/v1/agents', {})));
  const admitted = answers.filter(({ status }) => status !== 429);
  expect(admitted.map(verdict)).toEqual(Array.from({ length: 5 }, () => [422, 'invalid_request']));
  for (const { headers } of answers) expect(headers.get('ratelimit-limit')).toBe('5');
  expect(said(/^the store does not keep a rate limit/)).toHaveLength(1);
  await service.mongodb.cut();
  away.lift();
  // Their workspace cannot be determined: that does not count against their address.
  const unknown = await Promise.all(Array.from({ length: 10 }, () => unseen.client.get('/v1/agents')));
  expect(unknown.map(verdict)).toEqual(unknown.map(() => [503, 'temporarily_unavailable']));
  // Text that cannot be a key is not looked up.
  expect(verdict(await client.with({ apiKey: 'sk_short' }).get('/v1/agents'))).toEqual([401, 'unauthorized']);
  const stranger = await client.with({ apiKey: '' }).get('/v1/agents');
  expect([...verdict(stranger), stranger.headers.get('ratelimit-remaining')]).toEqual([
    401,
    'unauthorized',
    '3',
  ]);
  await service.mongodb.restore();
});

it('[rate-limit.store-away] when it is back they are kept again', async () => {
  await expect
    .poll(
      async () => {
        await client.get('/v1/agents');
        return said(/^the store keeps a rate limit again/).length;
      },
      { interval: 200 },
    )
    .toBeGreaterThan(0);
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.get('/v1/agents')));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(4);
});
