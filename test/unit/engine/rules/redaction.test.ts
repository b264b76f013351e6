import { describe, expect, it } from 'vitest';
import { fromJsonText, type JsonText, toJsonText } from '#contract/json-text.ts';
import { redactedPayload } from '#engine/rules/redacted-payload.ts';
import { redactedArgs, redactedDetail, redactedResult } from '#engine/rules/redaction.ts';

const args = toJsonText({ pin: '1234', amount: 5 });
const redact = { args: ['/pin'], result: ['/token'] };

describe('[event.redacted] what may be shown of a call', () => {
  it('is its arguments and its result without what the patch redacts', () => {
    expect(redactedArgs({ args, redact })).toEqual({ pin: '[redacted]', amount: 5 });
    expect(redactedResult({ result: toJsonText({ token: 't', ok: true }), redact })).toEqual({
      token: '[redacted]',
      ok: true,
    });
    expect(redactedResult({ redact })).toBeUndefined();
  });

  it("is nothing of a host's words of failure, where results are redacted", () => {
    const error = { code: 'host_error', message: 'No.' };
    const result = toJsonText({ error, response: 'token t' });
    expect(redactedResult({ result, error, redact })).toMatchObject({ response: '[redacted]' });
    expect(redactedResult({ result, error })).toMatchObject({ response: 'token t' });
  });
});

it.each([
  [['/detail/pin'], { pin: '[redacted]', note: 'n' }],
  [['/detail'], { pin: '[redacted]', note: '[redacted]' }],
  [[''], { pin: '[redacted]', note: '[redacted]' }],
  [['/pin'], { pin: '1234', note: 'n' }],
])(
  '[patch.redact] of what a person said %j hides what it hides in the result, and leaves an object',
  (result, shown) => {
    const detail = toJsonText({ pin: '1234', note: 'n' });
    expect(redactedDetail({ redact: { result } }, detail)).toEqual(shown);
    expect(redactedDetail({}, detail)).toEqual({ pin: '1234', note: 'n' });
  },
);

const redactedNow = (...[payload, calls]: Parameters<typeof redactedPayload>): JsonText<unknown> => {
  const steps = redactedPayload(payload, calls);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
};
const shown = (payload: Record<string, unknown>, calls: Parameters<typeof redactedPayload>[1]) =>
  fromJsonText(redactedNow(toJsonText(payload), calls));

describe('[run.trace.redacted] a payload of a model', () => {
  it('shows redacted arguments wherever they stand, as a value or as text', () => {
    const payload = { value: { pin: '1234', amount: 5 }, text: `called with ${args}`, other: [1, null] };
    expect(shown(payload, [{ args, redact }])).toEqual({
      value: { pin: '[redacted]', amount: 5 },
      text: 'called with {"pin":"[redacted]","amount":5}',
      other: [1, null],
    });
  });

  it('hides what could not be parsed as a whole', () => {
    const call = { args: toJsonText({}), unparsed: '{"pin": "1234"', redact };
    expect(shown({ text: 'sent {"pin": "1234"' }, [call])).toEqual({ text: 'sent [redacted]' });
  });

  it('shows a redacted result also beside the words of who approved', () => {
    const call = {
      args,
      redact,
      result: toJsonText({ token: 't' }),
      decision: {
        decision: 'approve' as const,
        detail: toJsonText({ note: 'fine' }),
        actor: 'a',
        request_id: 'r',
        created_at: new Date(0),
      },
    };
    const told = { token: 't', approval: { detail: { note: 'fine' } } };
    expect(shown({ told }, [call])).toEqual({ told: { ...told, token: '[redacted]' } });
  });

  it('is itself where nothing is to be hidden', () => {
    const payload = toJsonText({ a: 1 });
    expect(redactedNow(payload, [{ args }])).toBe(payload);
  });
});
