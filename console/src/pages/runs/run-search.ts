import {
  type CloseReason,
  closeReasons,
  type RunErrorCode,
  runErrorCodes,
  type RunState,
  runStates,
} from '#contract/run-state.ts';
import { oneOf, textOf, writtenOf } from '../../text/query-string.ts';

/**
 * Which runs are listed: the query string of the page. Days are those of UTC, and the last one is part of what is asked for; an hour,
 * as in `2026-11-01T09:00Z`, is the moment at which it begins.
 */
export interface RunSearch {
  text?: string;
  state?: RunState;
  reason?: CloseReason;
  error_code?: RunErrorCode;
  agent_key?: string;
  subject?: string;
  thread_id?: string;
  model?: string;
  from?: string;
  to?: string;
  min_cost?: string;
  max_cost?: string;
  order?: 'cost';
}
type Search = { [Name in keyof RunSearch]: RunSearch[Name] | undefined };

const dayOrHour = /^\d{4}-\d{2}-\d{2}(T\d{2}:00Z)?$/;
const credits = /^\d{1,9}(\.\d{1,6})?$/;

/** Changes one filter; an empty value removes it. */
export type ChangeFilter = (name: keyof RunSearch, value: string) => void;

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The longest period of which the dearest runs are listed. */
const longestDays = 92;

/** The filters in a query string, without what they do not know. */
export function readRunSearch(search: Record<string, unknown>): RunSearch {
  return trimmed({
    text: textOf(writtenOf(search['text']), 200),
    state: oneOf(runStates, search['state']),
    reason: oneOf(closeReasons, search['reason']),
    error_code: oneOf(runErrorCodes, search['error_code']),
    agent_key: textOf(search['agent_key']),
    subject: textOf(search['subject']),
    thread_id: textOf(search['thread_id']),
    model: textOf(search['model'], 200),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
    min_cost: creditsOf(search['min_cost']),
    max_cost: creditsOf(search['max_cost']),
    order: oneOf(['cost'] as const, search['order']),
  });
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && dayOrHour.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
}

function creditsOf(value: unknown): string | undefined {
  const text = writtenOf(value);
  return text !== undefined && credits.test(text) ? text : undefined;
}

/** The filters without those that are not set. */
export function trimmed(search: Search): RunSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  ) as RunSearch;
}

/** The filters as the API takes them. The dearest runs are those of a period: the last one that is allowed, unless another is given. */
export function toQuery({ from, to, min_cost, max_cost, ...search }: RunSearch, nowMs: number) {
  const endMs = to === undefined ? undefined : Date.parse(to) + (isHour(to) ? 0 : dayMs);
  const latestStart = new Date((endMs ?? nowMs + dayMs) - longestDays * dayMs).toISOString().slice(0, 10);
  const start = search.order === 'cost' ? laterOf(from, latestStart) : from;
  return {
    ...search,
    ...(min_cost !== undefined && { min_cost: Number(min_cost) }),
    ...(max_cost !== undefined && { max_cost: Number(max_cost) }),
    ...(start !== undefined && { from: new Date(start).toISOString() }),
    ...(endMs !== undefined && { to: new Date(endMs).toISOString() }),
  };
}

/** Whether an end of the period is an hour, and no day. */
function isHour(end: string): boolean {
  return end.includes('T');
}

/** The runs that were opened in an hour or a day of UTC. */
export function searchOfPart(start: string, interval: 'hour' | 'day'): RunSearch {
  if (interval === 'day') return { from: start.slice(0, 10), to: start.slice(0, 10) };
  const hour = (ms: number): string => `${new Date(ms).toISOString().slice(0, 13)}:00Z`;
  return { from: hour(Date.parse(start)), to: hour(Date.parse(start) + hourMs) };
}

function laterOf(day: string | undefined, other: string): string {
  return day === undefined || day < other ? other : day;
}
