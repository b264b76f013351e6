import { defined } from '#contract/defined.ts';
import type { RunDocument } from '../documents/run.ts';
import type { ThreadDocument } from '../documents/thread.ts';
import type { AttemptEnd, Sending, ToolCallDocument } from '../documents/tool-call.ts';

/** The fields of a call by which a write knows that it is still as it was read. */
export type ReadCall = Pick<
  ToolCallDocument,
  'status' | 'sending' | 'decision' | 'approval_changes' | 'lapsed_decisions' | 'outcome'
>;

/**
 * Whether nobody has made an attempt at a call, decided on it or reported its outcome since it was read. A renewed mark
 * has another deadline: a reader of the earlier one does not report the attempt as lost, because it can still send. A
 * decision that replaced another one has another request. A call that went back to its gate has one more lapsed
 * decision: a reader from before that does not decide on it. Each approval that is given or withdrawn is counted.
 */
export function isAsRead(stored: ReadCall, read: ReadCall): boolean {
  return (
    stored.status === read.status &&
    stored.decision?.request_id === read.decision?.request_id &&
    (stored.decision === undefined) === (read.decision === undefined) &&
    stored.approval_changes === read.approval_changes &&
    (stored.lapsed_decisions?.length ?? 0) === (read.lapsed_decisions?.length ?? 0) &&
    (stored.outcome === undefined) === (read.outcome === undefined) &&
    stored.sending?.attempts === read.sending?.attempts &&
    stored.sending?.in_flight === read.sending?.in_flight &&
    stored.sending?.until.getTime() === read.sending?.until.getTime()
  );
}

/**
 * Whether a run or thread may be replaced: it has the version before the replacement's. The removal of an outbox entry is
 * not counted as a version, so a replacement that keeps the entry requires that it is still there.
 */
export function mayReplace<Document extends Pick<RunDocument | ThreadDocument, 'version' | 'outbox'>>(
  stored: Document,
  { version, outbox }: Document,
): boolean {
  const keepsEntry = outbox !== undefined && outbox.version !== version;
  return stored.version === version - 1 && (!keepsEntry || stored.outbox?.version === outbox.version);
}

/**
 * Whether a mark repeats the one that a call has, of an attempt in flight. A repetition has the later deadline: of two that
 * arrive in the wrong order, the first must not shorten the time of an attempt, or begin one again that has ended.
 */
export function isRenewed({ sending }: ReadCall, mark: { by: string; until: Date }): boolean {
  return sending?.by === mark.by && sending.in_flight && sending.until <= mark.until;
}

/** An attempt that is to be marked. */
interface Mark {
  by: string;
  at?: Date;
  until: Date;
  sent: AttemptEnd | undefined;
  connection_id?: string;
}

/**
 * The mark of the next attempt at a call.
 * @param mark whose attempt it is, when it was made, its deadline, the result of an earlier attempt on which the host may have acted, and its connection
 */
export function nextMark(
  call: Pick<ToolCallDocument, 'sending'>,
  { by, at, until, sent, connection_id }: Mark,
): Sending {
  const { last } = call.sending ?? {};
  // Older marks do not say when they were made: the first attempt then has no known time.
  const first_at = call.sending === undefined ? at : call.sending.first_at;
  return {
    attempts: (call.sending?.attempts ?? 0) + 1,
    by,
    in_flight: true,
    until,
    ...defined({ first_at, last, sent, connection_id }),
  };
}
