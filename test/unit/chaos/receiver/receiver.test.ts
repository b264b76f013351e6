import { afterEach, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { Random } from '#chaos/random.ts';
import { type Receiver, startReceiver } from '#chaos/receiver/receiver.ts';

let receiver: Receiver | undefined;
afterEach(async () => await receiver?.stop());

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

/** Delivers an event as the service does; resolves to the status, or `broken`. */
async function deliver(id: string, endpoint = 'all'): Promise<number | 'broken'> {
  const body = JSON.stringify({ id });
  const at = new Date();
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
  const url = receiver?.url(endpoint) ?? '';
  return await fetch(url, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => 'broken' as const,
  );
}

it('fails a share of what it gets in several ways, and takes each event in the end', async () => {
  receiver = await startReceiver(new Random(1));
  const first = new Set<number | 'broken'>();
  let failed = 0;
  for (let count = 0; count < 100; count += 1) {
    const answers: (number | 'broken')[] = [];
    while (answers.at(-1) !== 204 && answers.length < 4) answers.push(await deliver(`evt_${count}`));
    expect(answers.at(-1)).toBe(204);
    if (answers.length > 1) failed += 1;
    first.add(answers[0] ?? 'broken');
  }
  expect(failed).toBeGreaterThan(10);
  expect(failed).toBeLessThan(50);
  expect(first).toEqual(new Set([204, 500, 503, 'broken']));
});

it('tells what is signed with the secret of its endpoint', async () => {
  receiver = await startReceiver(new Random(1));
  await deliver('evt_early');
  receiver.expect('all', secret);
  receiver.expect('other', `whsec_${Buffer.alloc(24, 2).toString('base64')}`);
  await deliver('evt_signed');
  await deliver('evt_foreign', 'other');
  expect(receiver.deliveries.map(({ event, signed }) => [event.id, signed])).toEqual([
    ['evt_early', undefined],
    ['evt_signed', true],
    ['evt_foreign', false],
  ]);
});
