import { Choice, TextField } from './limit-parts.tsx';
import { HoldOptions, holdOptions } from './hold-options.tsx';
import { memberSetter, type Members, withVerdict } from './model/draft.ts';
import { OtherMembers } from './other-members.tsx';
import { StagesFields } from './stages-fields.tsx';

/** Members that only a limit with `hold` has. */
const holdNames = ['stages', ...holdOptions];
const known = ['name', 'amount', 'currency', 'payee', 'per', 'scope', 'max', 'then', ...holdNames];

/** The fields of a limit: what it counts, of whom, up to where, and what happens beyond. */
export function LimitFields({
  limit,
  path,
  onChange,
}: {
  limit: Members;
  path: string;
  onChange: (limit: Members) => void;
}) {
  const set = memberSetter(limit, onChange);
  const shared = { limit, path };
  const decide = (then: string): void => onChange(withVerdict(limit, then, holdNames));
  return (
    <>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <TextField {...shared} name="name" label="Name" onChange={set('name')} />
        <TextField {...shared} name="max" label="At most" placeholder="50000" onChange={set('max')} />
        <Choice {...shared} name="per" label="In a" onChange={set('per')} />
        <Choice {...shared} name="scope" label="Counted for" onChange={set('scope')} />
        <Choice {...shared} name="then" label="Calls above the limit" onChange={decide} />
        <TextField {...shared} name="amount" label="Amount" placeholder="/amount" onChange={set('amount')} />
        <TextField
          {...shared}
          optional
          name="currency"
          label="Currency (optional)"
          placeholder="/currency"
          onChange={set('currency')}
        />
        <TextField
          {...shared}
          optional
          name="payee"
          label="Payee (optional)"
          placeholder="/to"
          onChange={set('payee')}
        />
      </div>
      <p className="text-note text-muted">
        Amount, currency and payee are JSON pointers into the arguments. Approvers see the values.
      </p>
      {limit['then'] === 'hold' && (
        <div className="space-y-4">
          <StagesFields of={limit} path={path} onChange={onChange} />
          <HoldOptions of={limit} onChange={onChange} />
        </div>
      )}
      <OtherMembers of={limit} known={known} label="the limit" />
    </>
  );
}
