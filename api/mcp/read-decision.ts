import { z } from 'zod';
import { NewDecision } from '#contract/decisions.ts';
import { defined } from '#contract/defined.ts';
import type { Pending } from '#contract/mcp-tools.ts';
import { parse } from '../http/middleware/parse.ts';

/** The longest note that the forms take, in characters. */
export const longestNote = 4000;

const Answer = z.object({ decision: z.unknown(), note: z.string().max(longestNote).optional() });

/**
 * A decision that somebody took on a form, as the body of one of the API: what the API would refuse is refused alike.
 * @param held the call that the form was about
 * @param answer the fields of the form
 * @throws {ServiceError} `invalid_request`, `invalid_decision`
 */
export function readDecision(
  { tool_call_id, digest }: Pick<Pending, 'tool_call_id' | 'digest'>,
  answer: unknown,
): NewDecision {
  const { decision, note } = parse(Answer, answer);
  const detail = note === undefined || note === '' ? undefined : { note };
  const body = { tool_call_id, decision, ...defined({ detail, digest }) };
  return parse(NewDecision, body, { decision: 'invalid_decision' });
}
