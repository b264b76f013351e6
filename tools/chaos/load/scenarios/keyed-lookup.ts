import { randomUUID } from 'node:crypto';
import type { Lookup } from '../../journal/journal.ts';
import type { Scenario } from '../world.ts';

const references = [
  { iban: 'DE89 3704 0044 0532 0130 00' },
  { sort_code: '20-29-59', account_number: '63748472' },
  { bic: 'COBADEFF' },
  { routing_number: '021000021' },
  // Unknown, and therefore free of charge.
  { iban: 'DE00 3704 0044 0532 0130 00' },
];

/** Lookups under a key, some sent twice at once. One that is identified is charged once. */
export const keyedLookup: Scenario = {
  name: 'keyed lookup',
  weight: 10,
  async play({ client, journal }, random) {
    for (let left = random.int(1, 4); left > 0; left -= 1) {
      const lookup: Lookup = { key: randomUUID(), fate: { is: 'unknown' } };
      journal.lookups.push(lookup);
      const body = random.pick(references);
      const wish = { method: 'POST', path: '/v1/identify', body, key: lookup.key } as const;
      const send = async () => await client.send<{ result: string }>(wish);
      for (const reply of await Promise.all(Array.from({ length: random.int(1, 2) }, send))) {
        if (reply.fate.is === 'unknown') continue;
        lookup.fate = reply.fate;
        if ('data' in reply) lookup.result = reply.data.result;
      }
    }
  },
};
