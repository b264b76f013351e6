import { HeddleError } from './errors.ts';

/** The claims of a session token (docs/authentication.md of the service). */
export interface SessionTokenClaims {
  /** The subject for whom the token acts: your user. */
  sub: string;
  /** The person who acts for the subject, such as an approver. Default: the subject. */
  actor?: string | undefined;
  /** The id of the only connection that it allows. Default: any. */
  connection?: string | undefined;
  /** The id of the only agent that it allows. Default: any. */
  agent_id?: string | undefined;
  /** Facts that you vouch for, by the names that the agent declares: for the threads and messages that are posted with the token. */
  context?: Record<string, string | number | boolean> | undefined;
  /** `full`: traces show what the model and the hosts were sent. */
  trace?: 'full' | undefined;
  /** The `jti` of the request with which a login bridge was asked who signs in. The token is for that sign-in alone. */
  request_jti?: string | undefined;
}

const mostMembers = 32;
const mostCharacters = 1000;
const prototypeNames = new Set(['__proto__', 'constructor', 'prototype']);

/** @throws {HeddleError} that names the claim for which the service would refuse the token, without its value */
export function checkClaims({ sub, actor, context }: SessionTokenClaims): void {
  checkPerson('sub', sub);
  if (actor !== undefined) checkPerson('actor', actor);
  if (context !== undefined) checkContext(context);
}

function checkPerson(claim: string, name: unknown): void {
  if (typeof name !== 'string' || name === '' || lengthOf(name) > 255)
    throw new HeddleError(`${claim} must have 1 to 255 characters`);
  if (!/[^\s\p{Default_Ignorable_Code_Point}\p{C}]/u.test(name))
    throw new HeddleError(`${claim} must not be blank`);
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name))
    throw new HeddleError(`${claim} must not contain control characters, line breaks or half characters`);
}

function checkContext(context: unknown): void {
  if (typeof context !== 'object' || context === null || Array.isArray(context))
    throw new HeddleError('context must be an object');
  const members = Object.entries(context);
  if (members.length > mostMembers) throw new HeddleError(`context must have at most ${mostMembers} members`);
  for (const [name, value] of members) {
    if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name) || prototypeNames.has(name))
      throw new HeddleError('a name in context must start with a letter and hold letters, digits, _ and -');
    if (!isFact(value))
      throw new HeddleError(
        `context.${name} must be a number, true, false, or a text of at most ${mostCharacters} characters`,
      );
  }
}

function isFact(value: unknown): boolean {
  if (typeof value === 'string') return lengthOf(value) <= mostCharacters && !value.includes('\0');
  return typeof value === 'boolean' || Number.isFinite(value);
}

/** In code points, as the service counts. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
