import { ItemList } from './item-list.tsx';
import { LimitFields } from './limit-fields.tsx';
import { type Draft, withMember } from './model/draft.ts';
import { OtherMembers } from './other-members.tsx';
import { RuleFields } from './rule-fields.tsx';

const mostRules = 32;
const mostLimits = 16;

/** The form of a policy: its rules and its limits. */
export function PolicyForm({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  return (
    <div className="space-y-6">
      <ItemList
        kind="Rule"
        title="Rules"
        description="The first one that matches decides. A call that none matches is held for one approval."
        path="rules"
        ordered
        items={draft.rules}
        most={mostRules}
        makeItem={(name) => ({ name, then: 'hold', stages: [{ approvals: 1 }] })}
        onChange={(rules) => onChange({ ...draft, rules })}
        renderFields={(rule, path, change) => <RuleFields rule={rule} path={path} onChange={change} />}
      />
      <ItemList
        kind="Limit"
        title="Limits"
        description="Limits apply after the rules, and the strictest result wins."
        path="limits"
        items={draft.limits ?? []}
        most={mostLimits}
        makeItem={(name) => ({
          name,
          amount: '/amount',
          currency: '/currency',
          per: 'day',
          scope: 'workspace',
          max: '10000',
          then: 'deny',
        })}
        onChange={(limits) => onChange(withMember(draft, 'limits', limits.length === 0 ? undefined : limits))}
        renderFields={(limit, path, change) => <LimitFields limit={limit} path={path} onChange={change} />}
      />
      <OtherMembers of={draft} known={['key', 'rules', 'limits']} label="the policy" />
    </div>
  );
}
