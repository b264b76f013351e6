import { ServiceError } from '#contract/errors.ts';

/** The workspace does not have the named connection. */
export function unknownConnection(): ServiceError {
  return new ServiceError('unknown_connection', 'The workspace has no connection of that id or name.');
}
