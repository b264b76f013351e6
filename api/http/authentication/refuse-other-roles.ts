import { ServiceError } from '#contract/errors.ts';
import { mayWith, type NeededRole, rolesThatMay } from '#contract/role-rules.ts';
import type { Caller } from './caller.ts';

/**
 * Refuses sessions of the console without a role that may do this (console.roles). What comes with a credential of its own
 * has no role.
 * @throws {ServiceError} `forbidden`
 */
export function refuseOtherRoles({ session }: Pick<Caller, 'session'>, needed: NeededRole): void {
  const held = session?.roles;
  if (held === undefined || mayWith(held, needed)) return;
  const allowed = rolesThatMay(needed);
  const why =
    session?.sign_in_id === undefined
      ? 'A session that was opened with an API key or a link has read-only access: sign in at your identity provider.'
      : `This needs the role ${allowed.join(' or ')}, and you are ${held.join(' and ')}.`;
  throw new ServiceError('forbidden', why, { details: { roles: held, needed: allowed } });
}
