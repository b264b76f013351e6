import { X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { SubjectChoice, TestChoice } from './clause-choices.tsx';
import { ClauseValue } from './clause-value.tsx';
import type { Clause } from './model/clauses.ts';

/** One thing that a call has to fulfil. `onChange` without a clause removes it. */
export function ClauseFields({
  clause,
  number,
  onChange,
}: {
  clause: Clause;
  number: number;
  onChange: (clause: Clause | undefined) => void;
}) {
  const { of, pointer } = clause;
  return (
    <li className="grid grid-cols-1 gap-2 sm:grid-cols-[9rem_minmax(6rem,1fr)_8rem_minmax(7rem,1.4fr)_auto]">
      <SubjectChoice clause={clause} number={number} onChange={onChange} />
      {of === 'args' ? (
        <Field label={`JSON pointer of condition ${number}`} labelHidden>
          {(control) => (
            <Input
              {...control}
              className="font-mono text-note"
              value={pointer}
              spellCheck={false}
              onChange={({ target }) =>
                onChange({ ...clause, pointer: target.value.replace(/^(?!\/)/, '/') })
              }
            />
          )}
        </Field>
      ) : (
        <span className="max-sm:hidden" aria-hidden />
      )}
      <TestChoice clause={clause} number={number} onChange={onChange} />
      <ClauseValue clause={clause} number={number} onChange={onChange} />
      <Button
        look="quiet"
        size="icon"
        aria-label={`Remove condition ${number}`}
        onClick={() => onChange(undefined)}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}
