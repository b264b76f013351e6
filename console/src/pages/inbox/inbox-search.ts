import * as z from 'zod/mini';

/** What a query string does not say, or says wrongly, is not there. */
// oxlint-disable-next-line promise/valid-params -- a default of zod's
const given = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);
const text = given(z.string().check(z.minLength(1), z.maxLength(255)));

export const inboxKinds = ['confirmation', 'action', 'question'] as const;
export const inboxRisks = ['low', 'medium', 'high', 'critical'] as const;
export const inboxSorts = ['age', 'amount', 'expiry'] as const;

/** What the inbox shows: the query string of its page. */
const InboxSearch = z.object({
  view: given(z.literal('decided')),
  kind: given(z.enum(inboxKinds)),
  risk: given(z.enum(inboxRisks)),
  subject: text,
  /** Only what whoever is signed in may approve now. */
  mine: given(z.literal(true)),
  /** Default: age. */
  sort: given(z.enum(inboxSorts)),
  /** The call that is shown in full, and its run. */
  call: text,
  run: text,
  /** Of decided calls. */
  decision: given(z.enum(['approve', 'reject'])),
});
type Parsed = z.infer<typeof InboxSearch>;
export type InboxSearch = { [Name in keyof Parsed]?: Exclude<Parsed[Name], undefined> };

/** Reads the query string of the inbox. */
export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const read = Object.entries(InboxSearch.parse(search)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(read);
}
