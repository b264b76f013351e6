import { ServiceError } from '#contract/errors.ts';

/** A path that exists, under other methods. What can be got can be asked for its headers alone. */
export function methodNotAllowed(method: string, allowed: string[]): ServiceError {
  return new ServiceError('method_not_allowed', `${method} is not possible here.`, {
    headers: { Allow: allowed.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ') },
  });
}
