import { expect, it } from 'vitest';
import type { Caller } from '#api/http/authentication/caller.ts';
import { givenContext } from '#api/http/authentication/given-context.ts';
import type { Role } from '#contract/role-rules.ts';

const given = { account_id: 'acc_1' };

function caller(kind: NonNullable<Caller['credential']>['kind'], parts: object = {}): Caller {
  return {
    workspace_id: 'w',
    mode: 'relay',
    origin: 'api',
    credential: { kind, id: 'c' },
    ...parts,
  };
}
const inConsole = (roles?: Role[]) => caller('console_sign_in', { session: { roles } });

it.each([
  ['an API key', caller('api_key')],
  ['a session of the console with all roles', inConsole()],
  ['an admin in the console', inConsole(['viewer', 'admin'])],
])('[context.given] %s gives a context', (_, who) => {
  expect(givenContext(who, given)).toBe(given);
});

it.each([
  ['a session token', caller('session_token', { mode: 'direct', context: given })],
  ['an MCP client', caller('mcp_grant', { mode: 'direct' })],
  ['somebody else in the console', inConsole(['maker', 'approver'])],
])('[context.given] %s gives none', (_, who) => {
  expect(() => givenContext(who, given)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  expect(givenContext(who, undefined)).toBe(who.context);
});
