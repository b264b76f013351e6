import { Field, Input, Select } from '../../../ui/field.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { useFault } from './faults.ts';
import { HoldFields, holdNames } from './hold-fields.tsx';
import { memberSetter, type Members, withVerdict } from './model/draft.ts';
import { textOf } from './model/texts.ts';
import { OtherMembers } from './other-members.tsx';

const known = ['name', 'when', 'then', ...holdNames];

/** The fields of a rule: its name, when it matches, and what it decides. */
export function RuleFields({
  rule,
  path,
  onChange,
}: {
  rule: Members;
  path: string;
  onChange: (rule: Members) => void;
}) {
  const set = memberSetter(rule, onChange);
  const faults = { name: useFault(`${path}.name`), then: useFault(`${path}.then`) };
  const decide = (then: string): void => onChange(withVerdict(rule, then, holdNames));
  return (
    <>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field label="Name" error={faults.name}>
          {(control) => (
            <Input
              {...control}
              value={textOf(rule['name'])}
              onChange={({ target }) => set('name')(target.value)}
            />
          )}
        </Field>
        <Field label="Then" error={faults.then}>
          {(control) => (
            <Select {...control} value={textOf(rule['then'])} onChange={({ target }) => decide(target.value)}>
              <option value="allow">Allow: the call is made</option>
              <option value="hold">Hold: people decide</option>
              <option value="deny">Deny: the call is not made</option>
            </Select>
          )}
        </Field>
      </div>
      <ConditionFields when={rule['when']} path={`${path}.when`} onChange={set('when')} />
      {rule['then'] === 'hold' && <HoldFields rule={rule} path={path} onChange={onChange} />}
      <OtherMembers of={rule} known={known} label="the rule" />
    </>
  );
}
