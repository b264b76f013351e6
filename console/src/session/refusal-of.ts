import { mayWith, type NeededRole, rolesThatMay } from '#contract/role-rules.ts';
import type { Session } from './session.ts';

/** Why a session may not do what needs a role; undefined if it may. The API enforces it; this tells it beforehand. */
export function refusalOf(
  { roles, at_provider }: Pick<Session, 'roles' | 'at_provider'>,
  needed: NeededRole,
): string | undefined {
  if (roles === undefined || mayWith(roles, needed)) return undefined;
  return at_provider
    ? `This needs the role ${rolesThatMay(needed).join(' or ')}. You are ${roles.join(' and ')}.`
    : 'Signed in by an API key or a link, you can only look. Sign in with your company account.';
}
