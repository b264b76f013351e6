import { type FormEvent, useState } from 'react';
import { Field, Input } from '../../ui/field.tsx';

/** The subject to act as. */
export function SubjectField({
  subject,
  onSubject,
}: {
  subject: string;
  onSubject: (subject: string) => void;
}) {
  const [typed, setTyped] = useState(subject);
  const apply = (event?: FormEvent): void => {
    event?.preventDefault();
    const next = typed.trim();
    if (next === '') setTyped(subject);
    else if (next !== subject) onSubject(next);
  };
  return (
    <form onSubmit={apply} className="min-w-0 flex-1">
      <Field label="Acting as the subject">
        {(control) => (
          <Input
            {...control}
            value={typed}
            maxLength={255}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() => apply()}
            spellCheck={false}
            autoComplete="off"
          />
        )}
      </Field>
    </form>
  );
}
