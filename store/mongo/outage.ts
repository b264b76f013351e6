import { MongoError, MongoNetworkError, MongoServerSelectionError } from 'mongodb';
import { ContentionError } from './retry-on-conflict.ts';
import { StaleWriteError } from './stale-write.ts';

/** Server errors that pass: not primary, shutting down, interrupted, out of time (locked), too many retries. */
const passingCodes = new Set([6, 7, 50, 89, 91, 112, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** The driver lets through what a socket says that was closed between two commands. */
const socketCodes = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT']);

/** Whether an error means that MongoDB is away or busy, and the same operation may work later. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ContentionError || error instanceof StaleWriteError) return true;
  if (!(error instanceof MongoError)) return isSocketError(error);
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error.hasErrorLabel('TransientTransactionError') ||
    error.hasErrorLabel('RetryableWriteError') ||
    error.hasErrorLabel('UnknownTransactionCommitResult') ||
    error.name === 'MongoPoolClearedError' ||
    error.name === 'MongoWaitQueueTimeoutError' ||
    error.name === 'MongoTopologyClosedError' ||
    error.name === 'MongoNotConnectedError' ||
    error.name === 'MongoClientClosedError' ||
    (typeof error.code === 'number' && passingCodes.has(error.code))
  );
}

function isSocketError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && socketCodes.has(String(error.code));
}
