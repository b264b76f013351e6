import { ServiceError } from '#contract/errors.ts';

/** The path exists under other methods. Whatever supports GET also supports HEAD. */
export function methodNotAllowed(method: string, allowed: string[]): ServiceError {
  return new ServiceError('method_not_allowed', `${method} is not possible here.`, {
    headers: { Allow: allowed.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ') },
  });
}
