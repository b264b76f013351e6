import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { ClauseFields } from './clause-fields.tsx';
import { ConditionJson } from './condition-json.tsx';
import { useFault } from './faults.ts';
import { type Clause, toClauses, toCondition } from './model/clauses.ts';
import { withItem } from './model/draft.ts';

/** Arguments that a payment is likely to have. */
const likely = ['/amount', '/to', '/currency', '/country', '/reference'];

/** When a rule matches: always, if clauses are fulfilled, or if a condition is that is written as JSON. */
export function ConditionFields({
  when,
  path,
  onChange,
}: {
  when: unknown;
  path: string;
  onChange: (when: unknown) => void;
}) {
  const [asJson, setAsJson] = useState(false);
  const fault = useFault(path);
  const clauses = when === undefined ? undefined : toClauses(when);
  const mode = when === undefined ? 'always' : asJson || clauses === undefined ? 'json' : 'clauses';
  const change = (next: readonly Clause[]): void => onChange(toCondition(next));
  return (
    <div className="space-y-3">
      <Field label="Matches" error={mode === 'always' ? undefined : fault}>
        {(control) => (
          <Select
            {...control}
            value={mode}
            onChange={({ target }) => {
              setAsJson(target.value === 'json');
              if (target.value === 'always') onChange(undefined);
              else if (when === undefined) change([newClause([])]);
            }}
          >
            <option value="always">Every call</option>
            <option value="clauses" disabled={when !== undefined && clauses === undefined}>
              Calls that match all of these
            </option>
            <option value="json">Calls that match a JSON Schema</option>
          </Select>
        )}
      </Field>
      {mode === 'json' && <ConditionJson when={when} onChange={onChange} />}
      {mode === 'clauses' && clauses !== undefined && (
        <>
          <ul aria-label="Conditions of the rule" className="space-y-3">
            {clauses.map((clause, index) => (
              <ClauseFields
                key={index}
                clause={clause}
                number={index + 1}
                onChange={(next) => change(withItem(clauses, index, next))}
              />
            ))}
          </ul>
          <Button size="small" onClick={() => change([...clauses, newClause(clauses)])}>
            <Plus aria-hidden /> Add a condition
          </Button>
        </>
      )}
    </div>
  );
}

/** A clause about an argument that no other one is about. */
function newClause(others: readonly Clause[]): Clause {
  const pointer = likely.find((each) => others.every((other) => other.pointer !== each)) ?? '/';
  return pointer === '/amount'
    ? { of: 'args', pointer, test: 'above', value: 10_000 }
    : { of: 'args', pointer, test: 'one_of', value: [] };
}
