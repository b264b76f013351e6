import { ServiceError } from '#contract/errors.ts';

/** A connection was named that the workspace does not have. */
export function unknownConnection(): ServiceError {
  return new ServiceError('unknown_connection', 'The workspace has no connection of that id or name.');
}
