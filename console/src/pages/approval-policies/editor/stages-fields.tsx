import { Plus } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useFault } from './faults.ts';
import { type Members, stagesOf, withItem, withMember } from './model/draft.ts';
import { StageFields } from './stage-fields.tsx';

const mostStages = 4;

/** The stages of a rule or a limit that holds, in the order in which they are fulfilled. */
export function StagesFields({
  of,
  path,
  onChange,
}: {
  of: Members;
  path: string;
  onChange: (of: Members) => void;
}) {
  const stages = stagesOf(of);
  const fault = useFault(`${path}.stages`, { below: false });
  const change = (next: Members[]): void =>
    onChange(withMember(of, 'stages', next.length === 0 ? undefined : next));
  return (
    <div role="group" aria-label="Stages" className="space-y-3">
      <p className="text-note text-muted">
        {stages.length === 0
          ? 'One approval by anybody who may decide.'
          : 'Fulfilled in this order. A person counts once over all stages.'}
      </p>
      {fault !== undefined && <p className="text-note text-bad">{fault}</p>}
      {stages.length > 0 && (
        <ol className="space-y-3">
          {stages.map((stage, index) => (
            <StageFields
              key={index}
              stage={stage}
              number={index + 1}
              path={`${path}.stages.${index}`}
              onChange={(next) => change(withItem(stages, index, next))}
            />
          ))}
        </ol>
      )}
      {stages.length < mostStages && (
        <Button size="small" onClick={() => change([...stages, { approvals: 1 }])}>
          <Plus aria-hidden /> Add a stage
        </Button>
      )}
    </div>
  );
}
