import { Field, Select } from '../../../ui/field.tsx';
import { DurationField } from './duration-field.tsx';
import { useFault } from './faults.ts';
import { HoldOptions, holdOptions } from './hold-options.tsx';
import { memberSetter, type Members } from './model/draft.ts';
import { textOf } from './model/texts.ts';
import { StagesFields } from './stages-fields.tsx';

/** Members that only a rule with `hold` has. */
export const holdNames = ['stages', 'ttl_seconds', 'on_expiry', 'cooling_off_seconds', ...holdOptions];

/** How a rule holds calls: by whom they are approved, for how long, and what happens then. */
export function HoldFields({
  rule,
  path,
  onChange,
}: {
  rule: Members;
  path: string;
  onChange: (rule: Members) => void;
}) {
  const set = memberSetter(rule, onChange);
  const faults = {
    ttl: useFault(`${path}.ttl_seconds`),
    expiry: useFault(`${path}.on_expiry`),
    cooling: useFault(`${path}.cooling_off_seconds`),
  };
  return (
    <div className="space-y-4">
      <StagesFields of={rule} path={path} onChange={onChange} />
      <HoldOptions of={rule} onChange={onChange} />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <DurationField
          label="Held for"
          hint="Default: the agent's pause limit."
          value={rule['ttl_seconds']}
          error={faults.ttl}
          onChange={set('ttl_seconds')}
        />
        <Field label="If nobody decides in time" error={faults.expiry}>
          {(control) => (
            <Select
              {...control}
              value={textOf(rule['on_expiry'])}
              onChange={({ target }) => set('on_expiry')(target.value === '' ? undefined : target.value)}
            >
              <option value="">The run closes (default)</option>
              <option value="close">The run closes</option>
              <option value="reject">The call is declined, and the run continues</option>
            </Select>
          )}
        </Field>
        <DurationField
          label="Cools off for"
          hint="An approved call is not sent before, and can be withdrawn or rejected."
          value={rule['cooling_off_seconds']}
          error={faults.cooling}
          onChange={set('cooling_off_seconds')}
        />
      </div>
    </div>
  );
}
