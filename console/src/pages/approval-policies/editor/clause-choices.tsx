import { Field, Select } from '../../../ui/field.tsx';
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

interface Choice {
  clause: Clause;
  number: number;
  onChange: (clause: Clause) => void;
}

/** The subject of a condition. */
export function SubjectChoice({ clause: { of }, number, onChange }: Choice) {
  const chooseSubject = (next: ClauseSubject): void => {
    if (next === 'args') onChange({ of: next, pointer: '/amount', test: 'above', value: 10_000 });
    else onChange({ of: next, pointer: '', test: 'one_of', value: next === 'risk' ? ['high'] : [] });
  };
  return (
    <Field label={`Field of condition ${number}`} labelHidden>
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
  );
}

/** How it compares. */
export function TestChoice({ clause, number, onChange }: Choice) {
  const { of, test } = clause;
  const chooseTest = (next: ClauseTest): void => {
    const stays = next !== 'present' && isNumeric(next) === isNumeric(test) && test !== 'present';
    onChange({ ...clause, test: next, ...(!stays && { value: isNumeric(next) ? 10_000 : [] }) });
  };
  return (
    <Field label={`Operator of condition ${number}`} labelHidden>
      {(control) => (
        <Select {...control} value={test} onChange={({ target }) => chooseTest(target.value as ClauseTest)}>
          {(Object.keys(clauseTests) as ClauseTest[])
            .filter((name) => of === 'args' || name === 'one_of' || name === 'none_of')
            .map((name) => (
              <option key={name} value={name}>
                {testWords[name]}
              </option>
            ))}
        </Select>
      )}
    </Field>
  );
}
