import { Trash2 } from 'lucide-react';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { useFault } from './faults.ts';
import { GroupField } from './group-field.tsx';
import { memberSetter, type Members } from './model/draft.ts';
import { textOf } from './model/texts.ts';
import { OtherMembers } from './other-members.tsx';
import { StageTimes } from './stage-times.tsx';
import { ViaFields } from './via-fields.tsx';

const known = ['approvals', 'group', 'via', 'remind_after', 'escalate_after', 'escalate_to', 'undo_seconds'];
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
  const approvals = textOf(stage['approvals']);
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
          label={`Approvers at stage ${number}`}
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
      <ViaFields stage={stage} path={path} onChange={onChange} />
      <StageTimes stage={stage} path={path} onChange={onChange} />
      <OtherMembers of={stage} known={known} label={`stage ${number}`} />
    </li>
  );
}
