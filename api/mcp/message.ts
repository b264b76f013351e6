import { z } from 'zod';
import { invalidField } from '#contract/errors.ts';
import { parseJson } from '../http/middleware/parse-json.ts';

/** A message of JSON-RPC as far as the service looks at it before the SDK does. */
const Message = z.looseObject({
  method: z.string().optional(),
  params: z
    .looseObject({ name: z.unknown().optional(), _meta: z.looseObject({}).optional().catch(undefined) })
    .optional(),
});
export type Message = z.infer<typeof Message>;

/**
 * The SDK checks a message several times, member by member, which takes 5 µs for each. No call of a tool needs more.
 */
const mostSeparators = 8000;

/** The tools that need the scope `write`. */
export const writeTools: ReadonlySet<unknown> = new Set(['confirm', 'report_outcome']);

/**
 * Parses a message. Batches, which the latest revisions of MCP do not have, are refused: one request is one call, and
 * counts as one.
 * @throws {ServiceError} `invalid_json`, `invalid_request`
 */
export function parseMessage(bytes: Buffer | undefined): Message {
  const value = parseJson(bytes ?? Buffer.alloc(0), { most: mostSeparators });
  if (Array.isArray(value)) throw invalidField('', 'must be one message, not a batch', 'batch');
  const message = Message.safeParse(value);
  if (!message.success) throw invalidField('', 'must be a message of JSON-RPC', 'invalid_message');
  return message.data;
}

/** Whether a message calls a tool, or cancels a task, for which a grant needs the scope `write`. */
export function needsWrite({ method, params }: Message): boolean {
  return method === 'tasks/cancel' || (method === 'tools/call' && writeTools.has(params?.name));
}
