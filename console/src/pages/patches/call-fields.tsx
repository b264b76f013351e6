import { wordsOf } from '../../text/words-of.ts';
import { Field, Input, Select } from '../../ui/field.tsx';
import type { FieldProps } from './patch-fields.ts';

const risks = ['low', 'medium', 'high', 'critical'] as const;
const retries = ['none', 'safe', 'always'] as const;

/** How its calls are made, and what each costs. */
export function CallFields({ register, faultOf }: FieldProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label="Risk" error={faultOf('risk')}>
        {(field) => (
          <Select {...field} {...register('risk')}>
            {risks.map((name) => (
              <option key={name} value={name}>
                {wordsOf(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Retry" error={faultOf('reliability.retry')}>
        {(field) => (
          <Select {...field} {...register('retry')}>
            {retries.map((name) => (
              <option key={name} value={name}>
                {wordsOf(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Timeout (seconds)" error={faultOf('timeout_seconds')}>
        {(field) => (
          <Input {...field} type="number" min={1} max={300} required {...register('timeout_seconds')} />
        )}
      </Field>
      <Field label="Price (credits, optional)" error={faultOf('price_credits')}>
        {(field) => <Input {...field} inputMode="decimal" {...register('price_credits')} />}
      </Field>
    </div>
  );
}
