import type { Agent } from '../../api/schema.ts';
import { wordsOf } from '../../text/words-of.ts';
import { Field, Input, Select } from '../../ui/field.tsx';
import type { FieldProps } from './agent-fields.ts';
import { ConnectionSelect } from './connection-select.tsx';

const modelClasses = ['fast', 'standard', 'deep', 'scripted'] as const;

export function IdentityFields({ register, faultOf, from }: FieldProps & { from: Agent | undefined }) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label="Key" hint="Shared by all versions." error={faultOf('key')}>
        {(field) => (
          <Input
            {...field}
            required
            readOnly={from !== undefined}
            className="font-mono"
            {...register('key')}
          />
        )}
      </Field>
      <Field label="Name" error={faultOf('name')}>
        {(field) => <Input {...field} required {...register('name')} />}
      </Field>
      <Field label="Model class" error={faultOf('model_class')}>
        {(field) => (
          <Select {...field} {...register('model_class')}>
            {modelClasses.map((name) => (
              <option key={name} value={name}>
                {wordsOf(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Default connection" error={faultOf('connection')}>
        {(field) => <ConnectionSelect {...field} {...register('connection')} current={from?.connection} />}
      </Field>
      <Field
        label="Time zone (optional)"
        hint="By which the model is told dates and times, such as Europe/Berlin. Default: UTC."
        error={faultOf('timezone')}
      >
        {(field) => <Input {...field} {...register('timezone')} />}
      </Field>
    </div>
  );
}
