import { expect, it } from 'vitest';
import { redactedPayload, type Redactable } from '#lifecycle/redaction.ts';

const text = (value: unknown) => JSON.stringify(value) as Redactable['args'];
const redact = { args: ['/pin'], result: ['/token'] };
const call = (args: object, result?: object): Redactable => ({
  args: text(args),
  redact,
  ...(result === undefined ? {} : { result: text(result) }),
});

it('[patch.redact] hides arguments and results as values, as texts and within texts, short ones too', () => {
  const calls = [call({ pin: 1 }, { token: 't' }), call({ pin: 2, more: { a: '}"{' } })];
  const payload = {
    value: [{ pin: 1 }, { pin: 2, more: { a: '}"{' } }],
    text: '{"pin":1}',
    within: `so "{{"pin":1}, ${JSON.stringify({ pin: 2, more: { a: '}"{' } })}{"token":"t"}{"pin":3}`,
    kept: { pin: 3 },
  };
  const hidden = '{"pin":"[redacted]"}';
  const second = '{"pin":"[redacted]","more":{"a":"}\\"{"}}';
  expect(redactedPayload(payload, calls)).toEqual({
    value: [{ pin: '[redacted]' }, { pin: '[redacted]', more: { a: '}"{' } }],
    text: hidden,
    within: `so "{${hidden}, ${second}{"token":"[redacted]"}{"pin":3}`,
    kept: { pin: 3 },
  });
});

it('[patch.redact] hides what could not be parsed, wherever it stands', () => {
  const broken = { ...call({}), unparsed: '{"pin": 4711' };
  expect(redactedPayload({ a: '{"pin": 4711', b: 'sent {"pin": 4711 to it' }, [broken])).toEqual({
    a: '[redacted]',
    b: 'sent [redacted] to it',
  });
});

it('[patch.redact] costs no more than the payload is long, however many calls a run has made', () => {
  const calls = Array.from({ length: 24 * 64 }, (_, pin) => call({ pin: `p${pin}` }, { token: `t${pin}` }));
  const payload = { said: calls.flatMap(({ args, result }) => [{ args }, { content: result }]) };
  const before = performance.now();
  const shown = JSON.stringify(redactedPayload(payload, calls));
  // It took ten seconds when each call was looked for in each text.
  expect(performance.now() - before).toBeLessThan(2000);
  expect(shown).not.toMatch(/[pt]\d+/);
});

it('[patch.redact] hides a text as a whole that is made to cost', () => {
  const nested = '{"pin":'.repeat(20_000);
  const calls = [call({ pin: { pin: 'x'.repeat(200_000) } })];
  expect(redactedPayload({ nested }, calls)['nested'] === '[redacted]').toBe(true);
});
