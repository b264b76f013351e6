import { type Attack, expectThat, whileLoopsAreWatched } from '../attack.ts';
import type { Tenant, TenantAnswer } from '../tenant.ts';

interface Extraction {
  id: string;
  result: unknown;
}

async function extract(tenant: Tenant, text: string, schema: object = {}): Promise<TenantAnswer<Extraction>> {
  return await tenant.request<Extraction>('POST', '/v1/extract', {
    body: { text, schema, model_class: 'scripted' },
  });
}

/** Texts of up to 100,000 characters that are hard to find JSON in, or hard to check. */
const texts = [
  '{"a":'.repeat(20_000),
  '['.repeat(100_000),
  '{"a":"{"a":"'.repeat(8000),
  `{"${'\\"{'.repeat(33_000)}`,
  `{"a":${'['.repeat(49_000)}${']'.repeat(49_000)}}`,
  `{"a":[${'0,'.repeat(49_000)}0]}`,
];

/** Thirty definitions, each of which applies the next one twice: 2^30 checks. */
const doubling = Object.fromEntries(
  Array.from({ length: 30 }, (_, n) => [
    `d${n}`,
    n === 29 ? { type: 'string' } : { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
  ]),
);

/** Attacks on extractions. */
export const extracts: Attack[] = [
  {
    name: 'texts of 100,000 characters in which JSON is hard to find',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const { result: answers, held } = await whileLoopsAreWatched(stack, async () => {
        const all: TenantAnswer<Extraction>[] = [];
        for (const text of texts) all.push(await extract(tenant, text));
        return all;
      });
      const odd = answers.filter(({ status }) => status !== 200 && status !== 422);
      expectThat(odd.length === 0, `answered with ${odd.map(({ status }) => status).join()}`);
      return `${answers.map(({ status }) => status).join(', ')}; ${held}`;
    },
  },
  {
    name: 'a result that takes forever to check, beside the extractions of another workspace',
    run: async (stack) => {
      const [tenant, other] = await Promise.all([stack.newTenant(), stack.newTenant()]);
      const schema = { $ref: '#/$defs/d0', $defs: doubling };
      const { held } = await whileLoopsAreWatched(stack, async () => {
        const slow = extract(tenant, '{"a":1}', schema);
        const { status } = await extract(other, '{"a":1}');
        expectThat(status === 200, `the other workspace was answered with ${status}`);
        const { code } = await slow;
        expectThat(code === 'extract_failed', `answered with ${code}`);
      });
      return `told as failed; ${held}`;
    },
  },
  {
    name: '40 extractions at once on a balance of 0.01',
    run: async (stack) => {
      const tenant = await stack.newTenant({ credits: 0.01 });
      const answers = await Promise.all(
        Array.from({ length: 40 }, async () => await extract(tenant, '{"a":1}')),
      );
      const made = answers.filter(({ status }) => status === 200).length;
      const entries = await tenant.must<{ delta: number; reason: string }[]>('GET', '/v1/credits/ledger');
      const charges = entries.filter(({ reason }) => reason === 'extract').map(({ delta }) => -delta);
      const { balance } = await tenant.must<{ balance: number }>('GET', '/v1/credits');
      const dearest = Math.max(0, ...charges);
      expectThat(charges.length === made, `${made} were made, and ${charges.length} charged`);
      expectThat(balance >= -dearest, `${made} extractions left ${balance}, one costs ${dearest}`);
      return `${made} made, ${balance} left, one costs ${dearest}`;
    },
  },
];
