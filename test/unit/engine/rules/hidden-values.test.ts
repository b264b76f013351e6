import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type JsonText, toJsonText } from '#contract/json-text.ts';
import { HiddenValues, hiddenValuesOf as generated } from '#engine/rules/hidden-values.ts';

const call = (redact: { args?: string[]; result?: string[] }, args: object, result?: object) => ({
  redact: { args: redact.args ?? [], result: redact.result ?? [] },
  args: toJsonText(args) as JsonText,
  ...(result === undefined ? {} : { result: toJsonText(result) as JsonText }),
});
const hiddenValuesOf = (call: Parameters<typeof generated>[0]) => [...generated(call)];
const strike = (values: string[], text: string) => new HiddenValues(values).strike(text);

it('[patch.redact.repeated] texts and numbers that a patch redacts are hidden values, wherever they are nested, and others are not', () => {
  const values = hiddenValuesOf(
    call(
      { args: ['/card/number'], result: ['/accounts/*/iban', '/balance', '/owner'] },
      { card: { number: '4111111111111111', name: 'Ada Lovelace' } },
      {
        accounts: [{ iban: 'DE89370400440532013000', bank: 'Commerz' }, { iban: 'GB29NWBK60161331926819' }],
        balance: 48_210.55,
        owner: { name: ' Grace Hopper ', vip: true, ids: [1_234_567, null] },
      },
    ),
  );
  expect(values.toSorted()).toEqual(
    [
      '4111111111111111',
      'DE89370400440532013000',
      'GB29NWBK60161331926819',
      '48210.55',
      'Grace Hopper',
      '1234567',
    ].toSorted(),
  );
});

it('[patch.redact.repeated] values of fewer than six characters are left alone, because they would hide parts of ordinary text', () => {
  const values = hiddenValuesOf(
    call({ result: [''] }, {}, { ok: true, flag: 'true', one: 1, pin: '1234', five: 'abcde', six: 'abcdef' }),
  );
  expect(values).toEqual(['abcdef']);
  expect(strike(['true', '1', ''], 'It is true that 1 is odd.')).toBe('It is true that 1 is odd.');
});

it('[patch.redact.repeated] an error that nobody can point into is hidden as a whole', () => {
  const failed = { ...call({ result: ['/token'] }, {}, { response: 'no such token tok-98765' }) };
  expect(hiddenValuesOf({ ...failed, error: { code: 'http_500', message: 'failed' } })).toEqual([
    'no such token tok-98765',
  ]);
});

it('[patch.redact.repeated] what is hidden of an outcome that came after the end of its run is a hidden value', () => {
  const expired = call({ result: ['/detail/account'] }, {}, { error: { code: 'expired', message: 'late' } });
  const detail = toJsonText({ account: 'DE89370400440532013000', place: 'counter 5' }) as JsonText;
  const outcome = { state: 'occurred' as const, detail, actor: 'bo', created_at: new Date(0) };
  expect(hiddenValuesOf({ ...expired, outcome })).toEqual(['DE89370400440532013000']);
});

it('[patch.redact.repeated] a value is struck as it is and as it is written in JSON', () => {
  const values = hiddenValuesOf(call({ result: ['/quote'] }, {}, { quote: 'say "hello"\n' }));
  expect(new HiddenValues(values).strike('He said: say "hello". {"quote":"say \\"hello\\"\\n"}')).toBe(
    'He said: [redacted]. {"quote":"[redacted]\\n"}',
  );
});

it('[patch.redact.repeated] a long value is struck in full, and none of its pieces ends within a character', () => {
  const long = '🧵'.repeat(500) + 'x'.repeat(777);
  const values = hiddenValuesOf(call({ result: ['/text'] }, {}, { text: long }));
  for (const value of values) {
    expect(value.isWellFormed()).toBe(true);
    expect(value.length).toBeGreaterThanOrEqual(6);
  }
  const shown = new HiddenValues(values).strike(`before ${long} after`);
  expect(shown.replaceAll('[redacted]', '')).toBe('before  after');
});

it('[patch.redact.repeated] no piece of a long value is an ordinary word at its end', () => {
  const values = hiddenValuesOf(call({ result: ['/text'] }, {}, { text: `${'x'.repeat(128)} thanks` }));
  expect(strike(values, 'Many thanks')).toBe('Many thanks');
});

it('[patch.redact.repeated] however a text is split, what is shown of its pieces is what is shown of the whole, and no piece shows a value', () => {
  const letters = fc.constantFrom('a', 'b');
  const value = fc.string({ unit: letters, minLength: 6, maxLength: 9 });
  const text = fc.string({ unit: letters, maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 4 }),
      text,
      fc.array(fc.nat(9), { maxLength: 30 }),
      (values, whole, sizes) => {
        const hidden = new HiddenValues(values);
        const stream = hidden.stream();
        let shown = '';
        let rest = whole;
        for (const size of sizes) {
          shown += stream.add(rest.slice(0, size));
          rest = rest.slice(size);
          // Shown text is never withdrawn.
          expect(hidden.strike(whole).startsWith(shown)).toBe(true);
        }
        shown += stream.add(rest) + stream.end();
        expect(shown).toBe(hidden.strike(whole));
        for (const one of values) expect(shown).not.toContain(one);
      },
    ),
    { numRuns: 2000 },
  );
});

it('[patch.redact.repeated] no more is withheld than may begin a value', () => {
  const stream = new HiddenValues(['tok-98765']).stream();
  expect(stream.add('Your token is t')).toBe('Your token is ');
  expect(stream.add('ok-9')).toBe('');
  expect(stream.add('9, or tok-98765')).toBe('tok-99, or [redacted]');
  expect(stream.end()).toBe('');
});
