import type { PolicyRule } from '#contract/approval-policy.ts';
import { type InvalidField, invalidFields } from '#contract/errors.ts';
import type { SchemaPool } from '#patches/schemas/schema-pool.ts';

/**
 * Checks that the conditions of rules are schemas which can be evaluated. All of them share the time for one definition.
 * @param path where the rules are in the body
 * @throws {ServiceError} `invalid_request`; `temporarily_unavailable` if too many schemas are being checked
 */
export async function checkConditions(
  schemas: SchemaPool,
  workspaceId: string,
  rules: readonly PolicyRule[],
  path = 'rules',
): Promise<void> {
  const faults: InvalidField[] = [];
  const budget = schemas.checkBudget();
  for (const [index, { when }] of rules.entries()) {
    const fault = when && (await schemas.checkCondition(workspaceId, when, budget));
    if (fault !== undefined) faults.push({ path: `${path}.${index}.when`, ...fault });
  }
  if (faults.length > 0) throw invalidFields(faults);
}
