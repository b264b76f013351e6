import type { ApiKeyScope } from '../../api/schema.ts';

type Scope = ApiKeyScope;

/** The texts of the scopes of an API key. */
export const scopeTexts: Record<Scope, string> = {
  read: 'read threads, runs and what waits',
  converse: 'threads, messages, answers, outcomes, cancelling',
  decide: 'confirm, revise and withdraw',
  identify: 'look up banks and check account numbers',
  voice: 'speech to text and text to speech',
  extract: 'extract data from texts and documents',
  manage: 'everything else, keys included, and all of a trace',
};

/** The scopes in the order in which they are shown. */
export const allScopes = Object.keys(scopeTexts) as Scope[];

/** Whether a key may do everything. */
export function isEveryScope(scopes: readonly string[]): boolean {
  return allScopes.every((scope) => scopes.includes(scope));
}
