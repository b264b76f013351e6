import { MongoBulkWriteError, MongoClientBulkWriteError, MongoError } from 'mongodb';

/**
 * The error that made a whole bulk write fail. The driver wraps the server's or connection's error for the command (a
 * write conflict, a stepdown, no available server) in an error that lacks the code and the labels needed to judge it.
 * Any other error, including that of a single write, is returned unchanged.
 */
export function bulkWriteCause(error: unknown): unknown {
  if (error instanceof MongoClientBulkWriteError) {
    return error.writeErrors.size === 0 && error.cause instanceof MongoError ? error.cause : error;
  }
  // For an error that did not come from a server, this "response" is the error itself.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError) {
    return error.errorResponse;
  }
  return error;
}
