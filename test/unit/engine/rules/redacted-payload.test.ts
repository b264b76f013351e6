import { expect, it } from 'vitest';
import { fromJsonText, type JsonText, toJsonText } from '#contract/json-text.ts';
import { type Redactable, redactedPayload } from '#engine/rules/redacted-payload.ts';

const hiddenPin = { args: ['/pin'], result: ['/token'] };

function call(args: object, parts: Partial<Redactable> = {}): Redactable {
  return { args: toJsonText({ ...args }), redact: hiddenPin, ...parts };
}

/** All steps at once. */
function redactedNow<Payload>(payload: JsonText<Payload>, calls: Redactable[]): JsonText<Payload> {
  const steps = redactedPayload(payload, calls);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

function shown(payload: Record<string, unknown>, calls: Redactable[]): unknown {
  return fromJsonText(redactedNow(toJsonText(payload), calls));
}

const pin = call({ pin: '4711', to: 'Bo' });
const pinShown = { pin: '[redacted]', to: 'Bo' };

it('[run.trace.redacted] what is hidden is hidden as a value, as JSON text and inside a text', () => {
  const args = { pin: '4711', to: 'Bo' };
  const payload = {
    value: args,
    list: [[args, 'x', 7, null, true]],
    text: JSON.stringify(args),
    said: `Done.\n${JSON.stringify(args)} {"x`,
    [JSON.stringify(args)]: 1,
    spaced: ' { "pin" : "4711" , "to" : "\\u0042o" } ',
    twice: JSON.stringify({ inner: JSON.stringify({ deeper: [JSON.stringify(args)] }) }),
    other: { pin: '4711', to: 'Al' },
  };
  const text = JSON.stringify(pinShown);
  expect(shown(payload, [pin])).toEqual({
    value: pinShown,
    list: [[pinShown, 'x', 7, null, true]],
    text,
    said: `Done.\n${text} {"x`,
    [text]: 1,
    spaced: text,
    twice: JSON.stringify({ inner: JSON.stringify({ deeper: [text] }) }),
    other: { pin: '4711', to: 'Al' },
  });
});

it('[run.trace.redacted] a result is hidden as the model was told it, with the words of who approved', () => {
  const decision = {
    decision: 'approve' as const,
    detail: toJsonText<Record<string, unknown>>({ note: 'fine' }),
    actor: 'eve',
    request_id: 'r',
    created_at: new Date(0),
  };
  const told = { token: 't-1', balance: 2, approval: { detail: { note: 'fine' } } };
  const known = call(
    {},
    { result: toJsonText<Record<string, unknown>>({ token: 't-1', balance: 2 }), decision },
  );
  expect(shown({ told, raw: { token: 't-1', balance: 2 } }, [known])).toEqual({
    told: { ...told, token: '[redacted]' },
    raw: { token: '[redacted]', balance: 2 },
  });
});

it('[run.trace.redacted] an outcome that came after the end of its run is hidden as a later run was told it', () => {
  const error = { code: 'expired', message: 'late' };
  const detail = toJsonText<Record<string, unknown>>({ pin: '4711', place: 'counter 5' });
  const known: Redactable = {
    args: toJsonText<Record<string, unknown>>({}),
    redact: { args: [], result: ['/detail/pin'] },
    status: 'failed',
    error,
    result: toJsonText<Record<string, unknown>>({ error }),
    outcome: { state: 'occurred', detail, actor: 'bo', created_at: new Date(0) },
  };
  const told = (pin: string) => ({
    error,
    outcome: { state: 'occurred', detail: { pin, place: 'counter 5' } },
  });
  expect(shown({ told: told('4711') }, [known])).toEqual({ told: told('[redacted]') });
});

it('[run.trace.redacted] what could not be parsed is hidden as a whole, also as a value of its own', () => {
  const unparsed = '{"pin": "4711", ';
  const calls = [call({}, { unparsed }), call({}, { unparsed: '4711' })];
  expect(
    shown(
      {
        unparsed,
        said: `I sent ${unparsed}!`,
        arguments: JSON.stringify({ unparsed_arguments: unparsed }),
        short: ['4711', 'in 4711 words', { input: { unparsed_arguments: '4711' } }],
      },
      calls,
    ),
  ).toEqual({
    unparsed: '[redacted]',
    said: 'I sent [redacted]!',
    arguments: '{"unparsed_arguments":"[redacted]"}',
    short: ['[redacted]', 'in 4711 words', { input: { unparsed_arguments: '[redacted]' } }],
  });
});

it('what is not redacted is left as it is, in its own spelling', () => {
  const payload = toJsonText({ a: ' {"pin" : 1} ', b: [{ pin: 1 }], c: 'x\\"{' });
  for (const calls of [
    [],
    [call({ pin: 1 }, { redact: {} })],
    [{ args: toJsonText({ pin: 1 }) }],
    [call({ pin: 2 })],
  ]) {
    expect(redactedNow(payload, calls)).toBe(payload);
  }
});

it('texts that look like JSON only across their ends are left alone', () => {
  const tricky = call({ ',': ':1' }, { redact: { args: ['/,'] } });
  const payload = { list: ['{', ',":":1}'], pair: ['{', ','], quoted: '\\"{"' };
  expect(shown(payload, [tricky])).toEqual(payload);
  const across = call({ ',': 1 }, { redact: { args: ['/,'] } });
  const text = toJsonText({ a: ['{', ',', ':1}'] });
  expect(redactedNow(text, [across])).toBe(text);
  // As JSON text the list is `["{",":1}"]`, in which {",":1} stands.
  const split = toJsonText({ list: ['{', ':1}'] });
  expect(split).toContain('{",":1}');
  expect(redactedNow(split, [across])).toBe(split);
});

it('[run.trace.redacted] names that BSON takes for its own are hidden behind, too', () => {
  const known = call({ card: { $ref: 'a', $id: 'b', pan: '5555' } }, { redact: { args: ['/card/pan'] } });
  expect(shown({ args: { card: { $ref: 'a', $id: 'b', pan: '5555' } } }, [known])).toEqual({
    args: { card: { $ref: 'a', $id: 'b', pan: '[redacted]' } },
  });
});

it('[run.trace.redacted] a payload with thousands of results costs little more than one with a few', () => {
  const filling = 'x'.repeat(1000);
  const calls = Array.from({ length: 4000 }, (_, n) => call({ filling, n, pin: `secret-${n}` }));
  const payload = toJsonText({
    messages: calls.map(({ args }) => ({ args: fromJsonText(args), text: args })),
  });
  expect(payload.length).toBeGreaterThan(8_000_000);
  const before = process.cpuUsage();
  const text = redactedNow(payload, calls);
  const { user, system } = process.cpuUsage(before);
  expect(text).not.toContain('secret-');
  // Every result looked for in every text takes minutes.
  expect((user + system) / 1000).toBeLessThan(30_000);
});

it('[run.trace.redacted] a value nested deeply is looked at once, not once at every level', () => {
  let deep: unknown = 'x'.repeat(200_000);
  for (let level = 0; level < 1000; level += 1) deep = { a: deep };
  const payload = toJsonText({ deep });
  const before = process.cpuUsage();
  expect(redactedNow(payload, [pin])).toBe(payload);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(10_000);
});

it('[run.trace.redacted-in-bounds] a text that repeats itself is not compared to its end at each place: the payload is not shown', () => {
  const secret: Redactable = {
    args: toJsonText({}),
    unparsed: `${'x'.repeat(100_000)}y`,
    redact: { args: ['/pin'] },
  };
  const payload = { said: 'x'.repeat(400_000) };
  expect(shown(payload, [secret])).toEqual({
    truncated: true,
    characters: JSON.stringify(payload).length,
  });
});

it('[run.trace.redacted-in-bounds] of very many texts that look like JSON but are none, only some are parsed: the payload is not shown', () => {
  const payload = (count: number) => ({
    texts: Array.from({ length: count }, () => '{"pin": 4711, "to": "Bo"'),
  });
  expect(shown(payload(1000), [pin])).toEqual(payload(1000));
  expect(shown(payload(20_000), [pin])).toEqual({ truncated: true, characters: expect.any(Number) });
});

it('[patch.redact.repeated] a large payload is redacted in steps, between which others work', () => {
  const texts = Array.from({ length: 50 }, (_, at) => `${at}`.repeat(5000));
  const steps = redactedPayload(toJsonText({ texts, args: { pin: '4711', to: 'Bo' } }), [pin]);
  let count = 0;
  for (let step = steps.next(); step.done !== true; step = steps.next()) count += 1;
  expect(count).toBeGreaterThan(4);
});

it.each([
  ['one text', (hidden: string) => ({ text: hidden.slice(0, -2).repeat(40_000) })],
  ['a name', (hidden: string) => ({ [hidden.slice(0, -2).repeat(40_000)]: 1 })],
])(
  '[patch.redact.repeated] %s of half a megabyte is searched in steps, for any number of values',
  (_, payload) => {
    const calls = Array.from({ length: 250 }, (_, at) => ({
      args: toJsonText({ pin: `${at}` }),
      redact: { args: ['/pin'] },
    }));
    const steps = redactedPayload(toJsonText(payload(toJsonText({ pin: '1' }))), calls);
    let count = -calls.length;
    for (let step = steps.next(); step.done !== true; step = steps.next()) count += 1;
    expect(count).toBeGreaterThan(6);
  },
);
