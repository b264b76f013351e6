import { visibleLine } from '#contract/words/unseen-characters.ts';
import { Field, type FieldControl, Input, Select, Textarea } from '../../ui/field.tsx';
import type { ArgumentField } from '../argument-fields.ts';

interface Typed {
  text: string;
  onChange: (text: string) => void;
}

/** A field of a form for the arguments of a call. */
export function ArgumentControl({
  field,
  error,
  ...typed
}: Typed & { field: ArgumentField; error: string | undefined }) {
  const { name, required, hint } = field;
  return (
    <Field
      label={
        <>
          <code className="font-mono text-xs">{visibleLine(name)}</code>
          {required ? '' : ' (optional)'}
        </>
      }
      hint={hint === undefined ? undefined : visibleLine(hint)}
      error={error}
    >
      {(control) => <Control control={control} field={field} {...typed} />}
    </Field>
  );
}

function Control({
  control,
  field: { kind, choices = [] },
  text,
  onChange,
}: Typed & { control: FieldControl; field: ArgumentField }) {
  const value = {
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (kind === 'boolean' || kind === 'choice') {
    const options = kind === 'boolean' ? ['true', 'false'] : choices;
    return (
      <Select {...control} {...value}>
        <option value="">Not sent</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
    );
  }
  if (kind === 'number') return <Input {...control} {...value} inputMode="decimal" autoComplete="off" />;
  return (
    <Textarea
      {...control}
      {...value}
      spellCheck={false}
      autoComplete="off"
      rows={Math.min(text.split('\n').length, 8)}
      className={kind === 'json' ? 'min-h-9 font-mono text-xs' : 'min-h-9'}
    />
  );
}
