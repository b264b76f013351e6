import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { toJsonText } from '#contract/json-text.ts';
import { figuresIn, numberForm } from '#engine/rules/origins/figures-in-text.ts';
import { type OriginSource, traceOrigins } from '#engine/rules/origins/trace-origins.ts';
import { redactArgs } from '#patches/redact.ts';

const at = '2026-11-02T08:00:00.000Z';
const said = (text: string): OriginSource => ({ kind: 'message', from: 'subject', at, content: { text } });
const returned = (value: unknown, parts: object = {}): OriginSource => ({
  kind: 'result',
  from: 'untrusted',
  patch_ref: 'read_inbox@1',
  at,
  content: { result: { result: toJsonText({ value }), ...parts } },
});

interface Traced {
  first?: string[];
  schema?: JsonObject;
  equal?: { path: string; value: string }[];
  redact?: { args: string[] };
}

function trace(args: JsonObject, sources: OriginSource[], options: Traced = {}) {
  const { first = [], schema = {}, equal = [], redact } = options;
  const shown = redact === undefined ? args : redactArgs({ redact }, args);
  const [origins] = traceOrigins({ sources, calls: [{ args, shown, first, schema, equal }] });
  return origins ?? [];
}

/** From where a value comes, if a text of the user has it. */
const from = (value: unknown, text: string) => trace({ value }, [said(text)])[0]?.from[0];

describe('[origin.normalized] a value is found', () => {
  it.each([
    ['in another case', 'Bo GmbH', 'pay bo gmbh, please'],
    ['with other white space', 'Bo  GmbH', 'pay Bo\n\tGmbH'],
    ['in another width', 'Bo GmbH', 'pay Ｂｏ GmbH'],
    ['with an accent in two parts', 'Zoë', 'pay Zoe\u0308!'],
    ['between characters that nobody sees', 'Bo GmbH', 'pay B\u200Bo G\u2060mbH'],
    ['as an IBAN in groups', 'DE89370400440532013000', 'to DE89 3704 0044 0532 0130 00.'],
    ['as an IBAN without groups', 'DE89 3704 0044 0532 0130 00', 'to de89370400440532013000'],
    ['as a sort code with strokes', '601613 31926819', 'to 60-16-13, 31926819'],
    ['as an amount in groups', 1250.5, 'pay 1,250.50 EUR'],
    ['as an amount as Germans write it', 1250.5, 'pay 1.250,50 EUR'],
    ['as an amount with blanks', '82000', 'pay 82 000 EUR'],
    ['as an amount of thousands', 82_000, 'pay 82,000'],
    ['as a whole amount', 12, 'pay 12.00'],
    ['as a text of digits', '0012.50', 'pay 12.5'],
    ['as a date in ISO form', '2026-12-01T00:00:00Z', 'on 2026-12-01'],
    ['as a date with points', '2026-12-01', 'on 1.12.2026'],
  ])('%s', (_, value, text) => expect(from(value, text)).toBe('subject'));

  it.each([
    ['inside of a longer word', 'Bob', 'Bobby'],
    ['inside of a longer number', 125, 'pay 1250'],
    ['inside of a longer reference', 'DE89370400440532013000', 'to DE893704004405320130001'],
    ['in pieces of two values', 'DE89370400440532013000', 'DE89 3704 0044\u00000532 0130 00'],
    ['with other digits', 'DE89370400440532013000', 'DE88370400440532013000'],
    ['after it was computed', 15, '10 and 5'],
  ])('not %s', (_, value, text) => expect(from(value, text)).toBe('nowhere'));
});

it('[origin.traced] texts under 3 characters and booleans are not traced, and payment fields are first of at most 200 paths', () => {
  expect(trace({ a: 'ab', b: true, c: null, d: 'abc', e: 1 }, []).map(({ path }) => path)).toEqual([
    '/d',
    '/e',
  ]);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`a${index}`, `text ${index}`]));
  const traced = trace({ ...many, 'i/b~n': { x: ['DE89'] } }, [], { first: ['/i~1b~0n/x/0'] });
  expect(traced).toHaveLength(200);
  expect(traced[0]?.path).toBe('/i~1b~0n/x/0');
});

it('[origin.traced] each origin is named once, in order, with one place of each first', () => {
  const trusted: OriginSource = { ...returned('Pay Bo Ltd'), from: 'trusted', patch_ref: 'crm@1' };
  const [origin] = trace(
    { name: 'Bo Ltd' },
    [returned('Bo Ltd, our new account'), returned('Bo Ltd again'), trusted, said('pay Bo Ltd')],
    { schema: { properties: { name: { enum: ['Bo Ltd'] }, 'Bo Ltd': {} } } },
  );
  expect(origin).toEqual({
    path: '/name',
    from: ['subject', 'trusted', 'untrusted', 'schema'],
    seen: [
      { kind: 'message', at, excerpt: 'pay Bo Ltd' },
      { kind: 'result', patch_ref: 'crm@1', at, excerpt: 'Pay Bo Ltd' },
      { kind: 'result', patch_ref: 'read_inbox@1', at, excerpt: 'Bo Ltd, our new account' },
    ],
  });
});

it('[origin.traced] an amount in minor units is found as it is written in major ones', () => {
  const equal = [{ path: '/cents', value: '12.5' }];
  expect(trace({ cents: 1250 }, [said('pay 12,50 EUR')], { equal })[0]?.from).toEqual(['subject']);
});

describe('[origin.redacted] an excerpt', () => {
  const iban = 'DE89370400440532013000';
  it('has at most 160 characters with the value in them', () => {
    const words = 'word '.repeat(100);
    const [origin] = trace({ iban }, [said(`${words}${iban} ${words}`)]);
    const excerpt = origin?.seen[0]?.excerpt ?? '';
    expect(excerpt).toContain(iban);
    expect(excerpt.length).toBeLessThanOrEqual(160);
    expect(excerpt).toMatch(/^….*…$/);
  });

  it('is absent where its source or its argument is redacted, and its origin stays', () => {
    const hidden = returned(iban, { redact: { result: ['/value'] } });
    const place = { kind: 'result', patch_ref: 'read_inbox@1', at };
    expect(trace({ iban }, [hidden])).toEqual([{ path: '/iban', from: ['untrusted'], seen: [place] }]);
    expect(trace({ iban }, [returned(iban)], { redact: { args: ['/iban'] } })).toEqual([
      { path: '/iban', from: ['untrusted'], seen: [place] },
    ]);
  });

  it('is absent where its source has a redacted argument, however short, or a part of it would be cut off', () => {
    const args = { name: 'Bo Ltd', pin: '1250' };
    const seen = (text: string) => trace(args, [said(text)], { redact: { args: ['/pin'] } })[0]?.seen;
    expect(seen('Pay Bo Ltd, 1250')).toEqual([{ kind: 'message', at }]);
    expect(seen(`Pay Bo Ltd${' '.repeat(300)}1250`)).toEqual([{ kind: 'message', at }]);
    expect(seen('Pay Bo Ltd')).toEqual([{ kind: 'message', at, excerpt: 'Pay Bo Ltd' }]);
  });

  it('of another value of the same result stays', () => {
    const inbox = returned({ iban, text: 'Pay Bo Ltd' }, { redact: { result: ['/value/iban'] } });
    expect(trace({ name: 'Bo Ltd' }, [inbox])[0]?.seen[0]?.excerpt).toBe('Pay Bo Ltd');
  });
});

it.each([
  ['1,250.50', ['1.5', '1250.5']],
  ['1 250', ['1', '250', '1250']],
  ['0.10', ['0.1']],
])('[origin.normalized] %s is read as a number', (text, forms) => {
  expect([...figuresIn(text).keys()]).toEqual(expect.arrayContaining(forms.slice(-1)));
});
it('[origin.normalized] what is no decimal has no number form', () => {
  expect([numberForm('1e3'), numberForm('EUR 5'), numberForm(-12.5)]).toEqual([undefined, undefined, '12.5']);
});

it.each([
  ['words', (index: number) => `The invoice ${index} of Bo GmbH is due. `],
  ['digits', (index: number) => `${index} ${index * 7}.5 `],
  ['one letter', () => 'a'],
  ['letters that fold', () => 'ﷺé '],
])('[origin.bounded] 100 sources of 200,000 characters of %s are searched for 200 values', (_, piece) => {
  const text = Array.from({ length: 2000 }, (__, index) => piece(index))
    .join('')
    .repeat(10)
    .slice(0, 2000);
  const sources = Array.from({ length: 100 }, () => said(text.padEnd(2000, text)));
  const args = Object.fromEntries(
    Array.from({ length: 200 }, (__, index) => [`a${index}`, `aaaaaaaa${index}`]),
  );
  const started = performance.now();
  expect(trace(args, sources)).toHaveLength(200);
  // Twenty milliseconds are usual; a busy machine takes longer, and work that is not linear minutes.
  expect(performance.now() - started).toBeLessThan(5000);
});
