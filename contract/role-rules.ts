/** Roles of people in the console, as assigned by the identity provider of their workspace (console.roles). */
export const roles = ['viewer', 'maker', 'approver', 'auditor', 'admin'] as const;

/** A role in the console. */
export type Role = (typeof roles)[number];

/** Each role in one line, for people. */
export const roleTexts: Record<Role, string> = {
  viewer: 'sees everything but the audit log',
  maker: 'talks to agents, and makes and changes what they use',
  approver: 'decides on what waits',
  auditor: 'sees the audit log',
  admin: 'may do everything',
};

/** The role that is needed, or several of which one is. */
export type NeededRole = Role | readonly Role[];

/** All roles that may do what needs a role, or one of several: every role may do what `viewer` may, and `admin` everything. */
export function rolesThatMay(needed: NeededRole): Role[] {
  const named: readonly Role[] = typeof needed === 'string' ? [needed] : needed;
  return named.includes('viewer')
    ? [...roles]
    : roles.filter((role) => role === 'admin' || named.includes(role));
}

/** Whether somebody with these roles may do what needs a role, or one of several. */
export function mayWith(held: readonly Role[], needed: NeededRole): boolean {
  const allowed = rolesThatMay(needed);
  return held.some((role) => allowed.includes(role));
}
