import type { Role } from '#contract/role-rules.ts';
import { roles as allRoles } from '#contract/role-rules.ts';
import { Actor } from '#contract/ids.ts';
import { foldAsciiCase } from '#contract/person-name.ts';
import type { ConsoleSignInDocument } from '#store/documents/console-sign-in.ts';

/** A provider's claims about a person. */
type Claims = Record<string, unknown>;

/** The person who signed in, or the reason of the refusal. */
export type Person = { ref: string; roles: Role[] } | { fault: 'no_ref' | 'unverified_email' | 'no_role' };

type Rules = Pick<ConsoleSignInDocument, 'ref_claim' | 'roles_claim' | 'roles'>;

/** The claims without which a person is not known. */
export function neededClaims({ ref_claim, roles_claim }: Rules): string[] {
  return [
    ref_claim,
    ...(ref_claim === 'email' ? ['email_verified'] : []),
    ...(roles_claim === undefined ? [] : [roles_claim]),
  ];
}

/**
 * Reads the person who signed in from the provider's ID token and then its userinfo (console.oidc.person). An e-mail
 * address counts only together with `email_verified: true` from the same place.
 */
export function personOf(rules: Rules, sources: readonly Claims[]): Person {
  const { ref_claim, roles_claim, roles } = rules;
  const isEmail = ref_claim === 'email';
  const source =
    sources.find((claims) => claims[ref_claim] !== undefined && (!isEmail || 'email_verified' in claims)) ??
    sources.find((claims) => claims[ref_claim] !== undefined);
  const parsed = Actor.safeParse(source?.[ref_claim]);
  if (!parsed.success) return { fault: 'no_ref' };
  if (isEmail && source?.['email_verified'] !== true) return { fault: 'unverified_email' };
  // One mailbox is one person, in capitals or not.
  const ref = isEmail ? foldAsciiCase(parsed.data) : parsed.data;
  const values =
    roles_claim === undefined
      ? [ref]
      : textsOf(sources.find((claims) => claims[roles_claim] !== undefined)?.[roles_claim]);
  const known = (value: string) =>
    roles_claim === undefined && isEmail ? foldAsciiCase(value) === ref : values.includes(value);
  const held = new Set(roles.filter(({ value }) => known(value)).map(({ role }) => role));
  return held.size === 0 ? { fault: 'no_role' } : { ref, roles: allRoles.filter((role) => held.has(role)) };
}

function textsOf(claim: unknown): string[] {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.filter((value) => typeof value === 'string');
}
