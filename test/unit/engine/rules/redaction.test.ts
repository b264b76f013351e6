import { describe, expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
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
