import { MongoBulkWriteError, MongoClientBulkWriteError, MongoError } from 'mongodb';

/**
 * The error that made a whole bulk write fail. The driver wraps what the server or the connection says to the command (a
 * write conflict, a primary that steps down, no server to be had) in an error of its own, which lacks the code and the
 * labels by which such an error is judged. Any other error, that of a single write included, is given as it is.
 */
export function bulkWriteCause(error: unknown): unknown {
  if (error instanceof MongoClientBulkWriteError) {
    return error.writeErrors.size === 0 && error.cause instanceof MongoError ? error.cause : error;
  }
  // For an error that no server sent, this "response" is the error itself.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError) {
    return error.errorResponse;
  }
  return error;
}
