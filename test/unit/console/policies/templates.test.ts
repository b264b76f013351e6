import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ApprovalPolicyDefinition } from '#contract/approval-policy.ts';
import { toClauses } from '#console/pages/approval-policies/editor/model/clauses.ts';
import { templates } from '#console/pages/approval-policies/editor/model/templates.ts';

it('[console.policies] the examples of the editor are those of the documentation, valid, and shown as a form', () => {
  const page = readFileSync(new URL('../../../../docs/approvals.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| ([^|]+?) +\| `(\{"rules".*\})` +\|$/gm)];
  // Conditions over payments and payees are written as JSON: the form has no fields for them.
  const ofArguments = rows.filter(([, , json]) => !/"required": \["pay(?:ment|ee)"\]/.test(json ?? ''));
  const documented = ofArguments.map(([, name, json]) => ({
    name,
    draft: JSON.parse(json ?? '') as unknown,
  }));
  expect(documented.length).toBeGreaterThan(4);
  expect(templates).toEqual(documented);
  for (const { draft } of templates) {
    expect(ApprovalPolicyDefinition.safeParse({ key: 'payments', ...draft }).success).toBe(true);
    const conditions = draft.rules.flatMap(({ when }) => (when === undefined ? [] : [when]));
    expect(conditions.filter((when) => toClauses(when) === undefined)).toEqual([]);
  }
});
