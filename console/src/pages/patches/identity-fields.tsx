import { wordsOf } from '../../text/words-of.ts';
import { Field, Input, Select, Textarea } from '../../ui/field.tsx';
import type { FieldProps } from './patch-fields.ts';

const interactions = ['silent', 'interactive', 'handoff', 'proposed_action'] as const;

export function IdentityFields({ register, faultOf, isNew }: FieldProps & { isNew: boolean }) {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label="Key"
          hint="The name by which the model calls it. Shared by all versions."
          error={faultOf('key')}
        >
          {(field) => (
            <Input {...field} required readOnly={!isNew} className="font-mono" {...register('key')} />
          )}
        </Field>
        <Field label="Interaction" error={faultOf('interaction')}>
          {(field) => (
            <Select {...field} {...register('interaction')}>
              {interactions.map((name) => (
                <option key={name} value={name}>
                  {wordsOf(name)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="Description" hint="Describes to the model what it does." error={faultOf('description')}>
        {(field) => <Textarea {...field} required rows={3} {...register('description')} />}
      </Field>
    </>
  );
}
