import { readTyped } from '../../../approvals/typed-json.ts';
import { Field, Textarea } from '../../../ui/field.tsx';
import { useTyped } from './use-typed.ts';

/** A condition as JSON. What is no JSON, or would not be sent as it was typed, stays a text, for the API to refuse. */
export function ConditionJson({ when, onChange }: { when: unknown; onChange: (when: unknown) => void }) {
  const typed = useTyped(when, { format, parse, onChange });
  return (
    <Field
      label="JSON Schema"
      hint="2020-12, over {args, patch, risk, subject_ref, agent: {id, key}, connection}. Name the required members and their types: maximum, for example, accepts every string."
    >
      {(control) => (
        <Textarea {...control} {...typed} rows={8} spellCheck={false} className="font-mono text-xs" />
      )}
    </Field>
  );
}

function format(when: unknown): string {
  return typeof when === 'string' ? when : JSON.stringify(when, null, 2);
}

function parse(text: string): unknown {
  const read = readTyped(text);
  return 'fault' in read ? text : read.value;
}
