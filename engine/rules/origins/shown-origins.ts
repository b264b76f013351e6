import type { OriginName, SeenAt, ValueOrigin } from '#contract/origins.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';

/** The workspace's own texts, of which everybody else sees only that they have a value. */
const ofWorkspace: readonly SeenAt['kind'][] = ['instructions', 'schema', 'context'];

/** Origins as everybody may see them (origin.shown). The workspace sees them as they are stored. */
export function shownOrigins(origins: readonly ValueOrigin[]): ValueOrigin[] {
  return origins.map(({ seen, ...origin }) => ({
    ...origin,
    seen: seen.map((place) => (ofWorkspace.includes(place.kind) ? { kind: place.kind } : place)),
  }));
}

/** Origins as the digest of a held call covers them, by path. */
export function coveredOrigins({ origins }: Pick<ToolCallDocument, 'origins'>): object[] | undefined {
  return origins
    ?.map(({ path, from }) => ({ path, from }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** The origins after which somebody other than the writer of untrusted content has named a value. */
const vouching: readonly OriginName[] = ['subject', 'context', 'approver', 'instructions', 'trusted'];

/** A warning for approvers if only untrusted content, or the model, named the account of a payment. */
export function accountNotes({ payment, origins }: Pick<ToolCallDocument, 'payment' | 'origins'>): string[] {
  if (payment === undefined || origins === undefined) return [];
  const { rail: _, country: __, ...references } = payment.declared.payee.account;
  const places = new Set(Object.values(references));
  const named = origins.filter(({ path }) => places.has(path));
  if (!named.some(({ from }) => !from.some((name) => vouching.includes(name)))) return [];
  return named.some(({ from }) => from.includes('untrusted')) ? [onlyUntrusted] : [seenNowhere];
}

const onlyUntrusted = 'Only untrusted content named the account.';
const seenNowhere = 'The account was seen nowhere: the agent made it up or computed it.';
