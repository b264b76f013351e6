import { defined } from '#contract/defined.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import type { Approvals } from '#contract/gate.ts';
import type { LoadedRun } from '../../documents/run.ts';
import type { Step } from '../step.ts';

/** The part of a step that leaves a call held, and changes what is shown of its approvals. */
export function pauseWith({ run }: LoadedRun, { approvals }: { approvals: Approvals }): Pick<Step, 'paused'> {
  const { pause } = run;
  if (pause === undefined) throw new Error(`run ${run._id} is held and shows nothing`);
  const shown = toJsonText({ ...fromJsonText(pause.shown), approvals });
  const { approved_by: _, group: __, ...kept } = pause;
  const approvers = approvals.given.map(({ actor }) => actor);
  return {
    paused: {
      ...kept,
      ...(approvers.length === 0 ? {} : { approved_by: approvers }),
      ...defined({ group: approvals.stage?.group }),
      shown,
    },
  };
}
