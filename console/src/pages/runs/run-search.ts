import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { closeReasons, runErrorCodes, runStates } from '#contract/run-state.ts';

const text = orElse(z.optional(z.string().check(z.minLength(1))), undefined);
const day = orElse(
  z.optional(
    z.string().check(
      z.regex(/^\d{4}-\d{2}-\d{2}$/),
      z.refine((at) => !Number.isNaN(Date.parse(at))),
    ),
  ),
  undefined,
);
// The router reads a number as one.
const credits = orElse(z.optional(z.coerce.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/))), undefined);
const words = orElse(z.optional(z.coerce.string().check(z.minLength(1), z.maxLength(200))), undefined);

/** Which runs are listed: the query string of the page. Days are those of UTC, and the last one is part of what is asked for. */
const Search = z.object({
  text: words,
  state: orElse(z.optional(z.enum(runStates)), undefined),
  reason: orElse(z.optional(z.enum(closeReasons)), undefined),
  error_code: orElse(z.optional(z.enum(runErrorCodes)), undefined),
  agent_key: text,
  subject: text,
  thread_id: text,
  from: day,
  to: day,
  min_cost: credits,
  max_cost: credits,
  order: orElse(z.optional(z.literal('cost')), undefined),
});
type Search = z.infer<typeof Search>;
export type RunSearch = { [Name in keyof Search]?: Exclude<Search[Name], undefined> };

/** Changes one filter; an empty value removes it. */
export type ChangeFilter = (name: keyof RunSearch, value: string) => void;

const dayMs = 86_400_000;
/** The longest period of which the dearest runs are listed. */
const longestDays = 92;

/** The filters in a query string, without what they do not know. */
export function readRunSearch(search: Record<string, unknown>): RunSearch {
  return trimmed(Search.parse(search));
}

/** The filters without those that are not set. */
export function trimmed(search: Search): RunSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  ) as RunSearch;
}

/** The filters as the API takes them. The dearest runs are those of a period: the last one that is allowed, unless another is given. */
export function toQuery({ from, to, min_cost, max_cost, ...search }: RunSearch, nowMs: number) {
  const endMs = to === undefined ? undefined : Date.parse(to) + dayMs;
  const latestStart = new Date((endMs ?? nowMs + dayMs) - longestDays * dayMs).toISOString().slice(0, 10);
  const start = search.order === 'cost' ? laterOf(from, latestStart) : from;
  return {
    ...search,
    ...(min_cost !== undefined && { min_cost: Number(min_cost) }),
    ...(max_cost !== undefined && { max_cost: Number(max_cost) }),
    ...(start !== undefined && { from: `${start}T00:00:00.000Z` }),
    ...(endMs !== undefined && { to: new Date(endMs).toISOString() }),
  };
}

function laterOf(day: string | undefined, other: string): string {
  return day === undefined || day < other ? other : day;
}
