import { randomUUID } from 'node:crypto';
import type { KeyedExtraction } from '../../journal/journal.ts';
import type { Scenario } from '../world.ts';

const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
/** The last one has no result, and costs as much as one that has. */
const texts = ['The total is {"total": 12.5}.', '{"sum": 1} or rather {"total": 2}', 'There is no total.'];

/** Extractions under a key, some sent twice at once. Each is charged once, whether it has a result or not. */
export const keyedExtraction: Scenario = {
  name: 'keyed extraction',
  weight: 6,
  async play({ client, journal }, random) {
    for (let left = random.int(1, 3); left > 0; left -= 1) {
      const extraction: KeyedExtraction = { key: randomUUID(), fate: { is: 'unknown' } };
      journal.extractions.push(extraction);
      const body = { text: random.pick(texts), schema, model_class: 'scripted' };
      const wish = {
        method: 'POST',
        path: '/v1/extract',
        body,
        key: extraction.key,
        mayBe: ['extract_failed'],
      } as const;
      const send = async () => await client.send(wish);
      for (const { fate } of await Promise.all(Array.from({ length: random.int(1, 2) }, send))) {
        if (fate.is !== 'unknown') extraction.fate = fate;
      }
    }
  },
};
