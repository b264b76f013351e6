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
    : 'Signed in by an API key or a link, you can only look. Sign in with your company account.';
}
