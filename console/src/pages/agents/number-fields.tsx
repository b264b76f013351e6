import { wordsOf } from '../../text/words-of.ts';
import { Field, Input, Select } from '../../ui/field.tsx';
import type { FieldProps } from './agent-fields.ts';

const efforts = ['low', 'medium', 'high'] as const;

/** The model's settings beside its class. */
export function ModelFields({ register, faultOf }: FieldProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      <Field label="Maximum tokens of a reply (optional)" error={faultOf('model.max_output_tokens')}>
        {(field) => <Input {...field} type="number" min={1} {...register('max_output_tokens')} />}
      </Field>
      <Field label="Temperature (optional)" error={faultOf('model.temperature')}>
        {(field) => <Input {...field} inputMode="decimal" {...register('temperature')} />}
      </Field>
      <Field label="Effort" error={faultOf('model.effort')}>
        {(field) => (
          <Select {...field} {...register('effort')}>
            <option value="">Model default</option>
            {efforts.map((effort) => (
              <option key={effort} value={effort}>
                {wordsOf(effort)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

/** The limits of a run. */
export function LimitFields({ register, faultOf }: FieldProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      <Field label="Maximum turns" error={faultOf('limits.max_turns')}>
        {(field) => <Input {...field} type="number" min={1} required {...register('max_turns')} />}
      </Field>
      <Field label="Maximum credits (optional)" error={faultOf('limits.max_credits')}>
        {(field) => <Input {...field} inputMode="decimal" {...register('max_credits')} />}
      </Field>
      <Field label="Pause limit (days)" error={faultOf('limits.pause_ttl_seconds')}>
        {(field) => <Input {...field} inputMode="decimal" required {...register('pause_days')} />}
      </Field>
    </div>
  );
}
