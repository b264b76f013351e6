import { type Role, roles as allRoles } from '#contract/role-rules.ts';

/** A role for each value, as lines of a text: `value = role`. */
export function toLines(roles: Record<string, string>): string {
  return Object.entries(roles)
    .map(([value, role]) => `${value} = ${role}`)
    .join('\n');
}

/** Reads role lines. @throws {Error} naming a line without a role */
export function fromLines(text: string): Record<string, Role> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      // A value may contain the sign itself.
      const at = line.lastIndexOf('=');
      const role = allRoles.find((each) => each === line.slice(at + 1).trim());
      const value = line.slice(0, Math.max(at, 0)).trim();
      if (role === undefined || value === '')
        throw new Error(`“${line.trim()}” does not have the form value = role.`);
      return [value, role];
    }),
  );
}
