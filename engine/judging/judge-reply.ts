import type { JsonObject } from '#contract/json.ts';
import { ServiceError } from '#contract/errors.ts';
import type { RunDocument } from '../documents/run.ts';
import type { StructuredReply } from '../rules/inputs.ts';
import { readAnswer } from '../rules/model-answer/read-answer.ts';
import type { Schemas } from '../ports/schemas.ts';

/**
 * Reads the reply of an agent that has a schema for it, and validates it. One that takes too long is invalid: it would take
 * as long again.
 */
export async function judgeReply(
  { schemas }: { schemas: Schemas },
  { workspace_id }: Pick<RunDocument, 'workspace_id'>,
  schema: JsonObject,
  text: string,
): Promise<StructuredReply> {
  const answer = readAnswer(text);
  if ('fault' in answer) return { faults: [{ path: '', message: answer.fault }] };
  try {
    const valid = await schemas.validateResult(workspace_id, schema, answer.value);
    return valid.ok ? { payload: answer.value } : { faults: valid.errors };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'temporarily_unavailable') throw error;
    return { faults: [{ path: '', message: 'could not be validated in time' }] };
  }
}
