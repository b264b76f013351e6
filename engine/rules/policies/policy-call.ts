import { defined } from '#contract/defined.ts';
import type { JsonObject } from '#contract/json.ts';
import type { RiskLevel } from '#contract/risk.ts';

/** A call as an approval policy sees it. */
export interface PolicyCall {
  args: JsonObject;
  /** The key of the patch. */
  patch: string;
  /** The effective level. */
  risk: RiskLevel;
  subject_ref: string;
  agent: { id: string; key: string };
  /** The name of the connection; absent if the call is made on none. */
  connection?: string | undefined;
}

/** The value that a condition of a policy's rule compares. */
export function conditionValue({
  args,
  patch,
  risk,
  subject_ref,
  agent,
  connection,
}: PolicyCall): JsonObject {
  const { id, key } = agent;
  return { args, patch, risk, subject_ref, agent: { id, key }, ...defined({ connection }) };
}
