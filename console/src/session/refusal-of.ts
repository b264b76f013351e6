import { mayWith, type NeededRole, rolesThatMay } from '#contract/role-rules.ts';
import type { Session } from './session.ts';

/** Why a session lacks a role, or undefined. Only a hint: the API enforces it. */
export function refusalOf(
  { roles, at_provider }: Pick<Session, 'roles' | 'at_provider'>,
  needed: NeededRole,
): string | undefined {
  if (roles === undefined || mayWith(roles, needed)) return undefined;
  return at_provider
    ? `This needs the role ${rolesThatMay(needed).join(' or ')}. You are ${roles.join(' and ')}.`
    : 'You signed in with an API key or a link, so you have read-only access. Sign in with your company account.';
}
