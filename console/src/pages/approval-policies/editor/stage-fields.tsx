import { Trash2 } from 'lucide-react';
import { viasByTrust } from './model/vias-by-trust.ts';
import { visibleLine } from '#contract/unseen-characters.ts';
import { waysOf } from '../../../approvals/may-approve.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Field, Select } from '../../../ui/field.tsx';
import { useFault } from './faults.ts';
import { GroupField } from './group-field.tsx';
import { memberSetter, type Members } from './model/draft.ts';
import { textOf } from './model/texts.ts';
import { OtherMembers } from './other-members.tsx';
import { StageTimes } from './stage-times.tsx';

const known = ['approvals', 'group', 'via', 'remind_after', 'escalate_after', 'escalate_to'];
const counts = ['1', '2', '3', '4', '5'];

/** A stage: how many have to approve, of whom, known in which way, and what happens when nobody does. */
export function StageFields({
  stage,
  number,
  path,
  onChange,
}: {
  stage: Members;
  number: number;
  path: string;
  onChange: (stage: Members | undefined) => void;
}) {
  const set = memberSetter(stage, onChange);
  const faults = { approvals: useFault(`${path}.approvals`), group: useFault(`${path}.group`) };
  const viaFault = useFault(`${path}.via`);
  const approvals = textOf(stage['approvals']);
  const via = Array.isArray(stage['via']) ? stage['via'].map(String) : [];
  const toggle = (way: string, chosen: boolean): void => {
    const next = viasByTrust.filter((each) => (each === way ? chosen : via.includes(each)));
    set('via')(next.length === 0 ? undefined : next);
  };
  return (
    <li className="space-y-3 rounded-lg border bg-canvas p-3.5">
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[9rem_minmax(0,1fr)_auto]">
        <Field label={`Approvals at stage ${number}`} error={faults.approvals}>
          {(control) => (
            <Select
              {...control}
              value={approvals}
              onChange={({ target }) => set('approvals')(Number(target.value))}
            >
              {[...counts, ...(counts.includes(approvals) ? [] : [approvals])].map((count) => (
                <option key={count} value={count}>
                  {visibleLine(count)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <GroupField
          label={`Of whom at stage ${number}`}
          none="Anybody who may decide"
          value={stage['group']}
          error={faults.group}
          onChange={set('group')}
        />
        <Button
          look="quiet"
          size="icon"
          className="sm:mt-7"
          aria-label={`Remove stage ${number}`}
          onClick={() => onChange(undefined)}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-note font-medium">Only people known by</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1.5">
          {viasByTrust.map((way) => (
            <Checkbox
              key={way}
              label={waysOf([way])}
              checked={via.includes(way)}
              onChange={({ target }) => toggle(way, target.checked)}
            />
          ))}
        </div>
        <p className="mt-1.5 text-note text-muted">
          {viaFault ??
            (via.length === 0 ? 'None chosen: known in any way.' : 'Others may reject, not approve.')}
        </p>
      </fieldset>
      <StageTimes stage={stage} path={path} onChange={onChange} />
      <OtherMembers of={stage} known={known} label={`stage ${number}`} />
    </li>
  );
}
