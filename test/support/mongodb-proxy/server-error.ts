import type { Document } from 'mongodb';
import type { Command } from './command.ts';

/** Errors of MongoDB 8 by their names, with their codes. */
export const serverErrors = {
  CursorNotFound: 43,
  ShutdownInProgress: 91,
  WriteConflict: 112,
  ChangeStreamHistoryLost: 286,
  NotWritablePrimary: 10107,
  InterruptedDueToReplStateChange: 11602,
} as const;

export type ServerErrorName = keyof typeof serverErrors;

/** The errors of a primary that has stepped down: on these, a driver retries or resumes. */
const stateChanges: ReadonlySet<ServerErrorName> = new Set([
  'ShutdownInProgress',
  'NotWritablePrimary',
  'InterruptedDueToReplStateChange',
]);

/** MongoDB 8's reply to a command that fails so, with the labels that it adds itself. */
export function serverError(codeName: ServerErrorName, command: Command): Document {
  const errorLabels = labelsOf(codeName, command);
  return {
    ok: 0,
    errmsg: `${codeName}, said by the proxy`,
    code: serverErrors[codeName],
    codeName,
    ...(errorLabels.length === 0 ? {} : { errorLabels }),
  };
}

function labelsOf(codeName: ServerErrorName, command: Command): string[] {
  const { inTransaction, endsTransaction, retryableWrite, changeStream } = command;
  if (codeName === 'ChangeStreamHistoryLost') return ['NonResumableChangeStreamError'];
  const isStateChange = stateChanges.has(codeName);
  if (inTransaction && !endsTransaction) {
    return isStateChange || codeName === 'WriteConflict' ? ['TransientTransactionError'] : [];
  }
  if (!isStateChange) return [];
  if (endsTransaction || retryableWrite) return ['RetryableWriteError'];
  return changeStream ? ['ResumableChangeStreamError'] : [];
}
