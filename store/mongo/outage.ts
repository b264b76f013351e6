import { MongoError, MongoErrorLabel, MongoNetworkError, MongoServerSelectionError } from 'mongodb';
import { bulkWriteCause } from './bulk-write-cause.ts';
import { ContentionError } from '#engine/contention/retry-on-conflict.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';

/** Codes of temporary server errors: the same operation may succeed later, or on the next primary. */
const passingCodes = new Set([
  // Network errors behind a router: HostUnreachable, HostNotFound, NetworkTimeout, SocketException.
  6, 7, 89, 9001,
  // Not a primary, or no longer one: ShutdownInProgress, PrimarySteppedDown, NotWritablePrimary, InterruptedAtShutdown,
  // InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary.
  91,
  189, 10107, 11600, 11602, 13435, 13436,
  // Locked by others, or out of time: LockTimeout, MaxTimeMSExpired, WriteConflict, ExceededTimeLimit,
  // TransactionExceededLifetimeLimitSeconds, TemporarilyUnavailable, IngressRequestRateLimitExceeded.
  24, 50, 112, 262, 290, 365, 462,
  // Interrupted: CursorNotFound (on another primary), CursorKilled, Interrupted by an operator.
  43, 237, 11601,
  // Written, but not confirmed by a majority in time: WriteConcernTimeout.
  64,
]);

const passingLabels = [
  MongoErrorLabel.TransientTransactionError,
  MongoErrorLabel.RetryableWriteError,
  MongoErrorLabel.UnknownTransactionCommitResult,
  MongoErrorLabel.SystemOverloadedError,
];

/** Errors of the driver when a server is away or a client is being closed. */
const passingNames = new Set([
  'MongoClientClosedError',
  'MongoNotConnectedError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
]);

/** The driver passes on the error of a socket that was closed between two commands. */
const socketCodes = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT']);

/** Whether an error means that MongoDB is away or busy, so that the same operation may succeed later. */
export function isOutage(thrown: unknown): boolean {
  if (thrown instanceof ContentionError || thrown instanceof StaleWriteError) return true;
  const error = bulkWriteCause(thrown);
  if (!(error instanceof MongoError)) return isSocketError(error);
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    passingLabels.some((label) => error.hasErrorLabel(label)) ||
    passingNames.has(error.name) ||
    (typeof error.code === 'number' && passingCodes.has(error.code))
  );
}

function isSocketError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && socketCodes.has(String(error.code));
}
