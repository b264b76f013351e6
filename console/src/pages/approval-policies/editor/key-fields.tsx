import { Card } from '../../../ui/card.tsx';
import { Field, Input, Select } from '../../../ui/field.tsx';
import { useFault } from './faults.ts';
import type { Draft } from './model/draft.ts';
import { templates } from './model/templates.ts';
import { textOf } from './model/texts.ts';

/** The key of a policy, and what to begin with. */
export function KeyFields({
  draft,
  isNew,
  onChange,
}: {
  draft: Draft;
  isNew: boolean;
  onChange: (draft: Draft) => void;
}) {
  const fault = useFault('key');
  return (
    <Card className="grid grid-cols-1 gap-4 p-5 sm:grid-cols-2">
      {isNew && (
        <Field label="Key" hint="The gates of patches refer to the policy by this key." error={fault}>
          {(control) => (
            <Input
              {...control}
              placeholder="payments"
              autoComplete="off"
              value={textOf(draft['key'])}
              onChange={({ target }) => onChange({ ...draft, key: target.value })}
            />
          )}
        </Field>
      )}
      <Field label="Begin with" hint="Replaces the rules and the limits.">
        {(control) => (
          <Select
            {...control}
            value=""
            onChange={({ target }) => {
              const template = templates.find(({ name }) => name === target.value);
              if (template !== undefined) onChange({ key: draft['key'], ...template.draft });
            }}
          >
            <option value="">Choose an example</option>
            {templates.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
    </Card>
  );
}
