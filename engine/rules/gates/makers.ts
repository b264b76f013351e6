import { actorKey } from '#contract/same-actor.ts';
import type { RunDocument } from '../../documents/run.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';

type Asked = Pick<RunDocument, 'subject_ref' | 'makers'>;

/**
 * The people who may not approve a call under `exclude_subject`, as `actorKey`: the subject of the run, and everybody
 * who wrote a message of the run or revised the call (gate.exclude-subject.makers).
 */
export function makersOf(
  { subject_ref, makers = [] }: Asked,
  { revised_by = [] }: Pick<ToolCallDocument, 'revised_by'> = {},
): string[] {
  return [...new Set([actorKey(subject_ref), ...makers, ...revised_by])];
}

/** Whether an actor is one of them. */
export function isMaker(run: Asked, call: Pick<ToolCallDocument, 'revised_by'>, actor: string): boolean {
  return makersOf(run, call).includes(actorKey(actor));
}

/** Whether the subject has written a message. An actor who is only spelled like the subject is somebody else. */
export function isOfSubject({ subject_ref }: Pick<RunDocument, 'subject_ref'>, actor = ''): boolean {
  return actor === '' || actor === subject_ref;
}

/** The field of a run to which somebody has written a message, if that changes who its makers are. */
export function withMaker(run: Asked, actor: string | undefined): Pick<RunDocument, 'makers'> {
  if (actor === undefined || actor === '' || isMaker(run, {}, actor)) return {};
  return { makers: [...(run.makers ?? []), actorKey(actor)] };
}
