import { defined } from '#contract/defined.ts';

/**
 * How the customer's system answers a call, from the call's own arguments: a step for each request with the same
 * `Idempotency-Key`, the last one for all that follow. `500,close,200@800` is a 500, then a broken connection, then a
 * 200 after 800 ms. `503+1` sends `Retry-After: 1`; `silent` never answers. `200~gzip` compresses the body unasked, and so on.
 */
export type AnswerStep =
  | { do: 'answer'; status: number; form?: BodyForm; retryAfterSeconds?: number; delayMs: number }
  | { do: 'close'; delayMs: number }
  | { do: 'silent'; delayMs: number };

/**
 * How a body is put: after a byte order mark, in UTF-16, compressed, as JSON without its end, or with fewer bytes than the response
 * announces.
 */
export const bodyForms = ['bom', 'utf16', 'gzip', 'br', 'torn', 'cut'] as const;
export type BodyForm = (typeof bodyForms)[number];

const stepForm =
  /^(?:(?<status>\d{3})(?:~(?<form>[a-z\d]+))?(?:\+(?<retry>\d{1,2}))?|(?<word>close|silent))(?:@(?<delay>\d{1,5}))?$/;

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
  const groups = stepForm.exec(text)?.groups;
  if (groups === undefined) throw new SyntaxError(`${text} is not a step of a plan`);
  const delayMs = Number(groups['delay'] ?? 0);
  if (groups['word'] === 'close' || groups['word'] === 'silent') return { do: groups['word'], delayMs };
  const form = bodyForms.find((each) => each === groups['form']);
  if (form !== groups['form']) throw new SyntaxError(`${groups['form']} is not a form of a body`);
  return {
    do: 'answer',
    status: Number(groups['status']),
    ...defined({ form }),
    ...(groups['retry'] === undefined ? {} : { retryAfterSeconds: Number(groups['retry']) }),
    delayMs,
  };
}
