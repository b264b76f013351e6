/**
 * How the customer's system answers a call, from the call's own arguments: a step for each request with the same
 * `Idempotency-Key`, the last one for all that follow. `500,close,200@800` is a 500, then a broken connection, then a
 * 200 after 800 ms. `503+1` sends `Retry-After: 1`; `silent` never answers.
 */
export type AnswerStep =
  | { do: 'answer'; status: number; retryAfterSeconds?: number; delayMs: number }
  | { do: 'close'; delayMs: number }
  | { do: 'silent'; delayMs: number };

const form = /^(?:(?<status>\d{3})(?:\+(?<retry>\d{1,2}))?|(?<word>close|silent))(?:@(?<delay>\d{1,5}))?$/;

/**
 * The step for a request.
 * @param count how many requests with the same key came before
 * @throws {SyntaxError} if the plan is malformed
 */
export function answerStep(plan: string, count: number): AnswerStep {
  const steps = plan.split(',').map(readStep);
  const step = steps[Math.min(count, steps.length - 1)];
  if (step === undefined) throw new SyntaxError('a plan has a step');
  return step;
}

function readStep(text: string): AnswerStep {
  const groups = form.exec(text)?.groups;
  if (groups === undefined) throw new SyntaxError(`${text} is not a step of a plan`);
  const delayMs = Number(groups['delay'] ?? 0);
  if (groups['word'] === 'close' || groups['word'] === 'silent') return { do: groups['word'], delayMs };
  return {
    do: 'answer',
    status: Number(groups['status']),
    ...(groups['retry'] === undefined ? {} : { retryAfterSeconds: Number(groups['retry']) }),
    delayMs,
  };
}
