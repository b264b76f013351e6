import { X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Field, Input, Select } from '../../../ui/field.tsx';
import { ClauseValue } from './clause-value.tsx';
import {
  type Clause,
  type ClauseSubject,
  clauseSubjects,
  type ClauseTest,
  clauseTests,
  isNumeric,
} from './model/clauses.ts';
import { testWords } from './model/words.ts';

const subjects: Record<ClauseSubject, string> = {
  args: 'Argument',
  patch: 'Patch',
  risk: 'Risk',
  subject_ref: 'Subject',
  agent: 'Agent (key)',
  connection: 'Connection',
};

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
  const { of, pointer, test } = clause;
  const isArgument = of === 'args';
  const chooseSubject = (next: ClauseSubject): void => {
    if (next === 'args') onChange({ of: next, pointer: '/amount', test: 'above', value: 10_000 });
    else onChange({ of: next, pointer: '', test: 'one_of', value: next === 'risk' ? ['high'] : [] });
  };
  const chooseTest = (next: ClauseTest): void => {
    const stays = next !== 'present' && isNumeric(next) === isNumeric(test) && test !== 'present';
    onChange({ ...clause, test: next, ...(!stays && { value: isNumeric(next) ? 10_000 : [] }) });
  };
  return (
    <li className="grid grid-cols-1 gap-2 sm:grid-cols-[9rem_minmax(6rem,1fr)_8rem_minmax(7rem,1.4fr)_auto]">
      <Field label={`What condition ${number} is about`} labelHidden>
        {(control) => (
          <Select
            {...control}
            value={of}
            onChange={({ target }) => chooseSubject(target.value as ClauseSubject)}
          >
            {clauseSubjects.map((name) => (
              <option key={name} value={name}>
                {subjects[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isArgument ? (
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
      <Field label={`How condition ${number} compares`} labelHidden>
        {(control) => (
          <Select {...control} value={test} onChange={({ target }) => chooseTest(target.value as ClauseTest)}>
            {(Object.keys(clauseTests) as ClauseTest[])
              .filter((name) => isArgument || name === 'one_of' || name === 'none_of')
              .map((name) => (
                <option key={name} value={name}>
                  {testWords[name]}
                </option>
              ))}
          </Select>
        )}
      </Field>
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
