import { DurationField } from './duration-field.tsx';
import { useFault } from './faults.ts';
import { GroupField } from './group-field.tsx';
import { memberSetter, type Members } from './model/draft.ts';

/** The times of a stage: reminder, escalation, undo. Collapsed unless set or wrong. */
export function StageTimes({
  stage,
  path,
  onChange,
}: {
  stage: Members;
  path: string;
  onChange: (stage: Members) => void;
}) {
  const set = memberSetter(stage, onChange);
  const { remind_after, escalate_after, escalate_to, undo_seconds } = stage;
  const faults = {
    remind_after: useFault(`${path}.remind_after`),
    escalate_after: useFault(`${path}.escalate_after`),
    escalate_to: useFault(`${path}.escalate_to`),
    undo_seconds: useFault(`${path}.undo_seconds`),
  };
  const says = [remind_after, escalate_after, escalate_to, undo_seconds, ...Object.values(faults)].some(
    (each) => each !== undefined,
  );
  return (
    <details open={says || undefined} className="text-sm">
      <summary className="w-fit rounded text-note text-muted hover:text-ink">
        Reminder, escalation and undo
      </summary>
      <div className="mt-3 grid grid-cols-1 gap-3 sm:grid-cols-2">
        <DurationField
          label="Remind after"
          hint="Emits approval.reminder."
          value={remind_after}
          error={faults.remind_after}
          onChange={set('remind_after')}
        />
        <DurationField
          label="Escalate after"
          hint="Then the group below may approve too."
          value={escalate_after}
          error={faults.escalate_after}
          onChange={set('escalate_after')}
        />
        <GroupField
          label="Escalate to"
          none="Nobody"
          value={escalate_to}
          error={faults.escalate_to}
          onChange={set('escalate_to')}
        />
        <DurationField
          label="Undo within"
          hint="At most a minute after the last approval: until then it can be withdrawn."
          value={undo_seconds}
          error={faults.undo_seconds}
          onChange={set('undo_seconds')}
        />
      </div>
    </details>
  );
}
