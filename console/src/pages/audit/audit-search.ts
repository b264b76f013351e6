import { type AuditType, auditTypes } from '#contract/audit-types.ts';

/** The filters of the audit page: types of entries, and days in UTC. */
export interface AuditSearch {
  type?: AuditType;
  /** The first and the last day, as in 2026-11-24. */
  from?: string;
  to?: string;
}

/** Which entry the page shows in full: its number in the chain and its time, by which it is found. */
export interface EntryPlace {
  seq: number;
  at: string;
}

/** The query string of the audit page: what it lists, and the entry that it shows in full. */
export interface AuditPageSearch extends AuditSearch {
  entry?: number;
  at?: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters from the query string of the page. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { type, from, to } = search;
  const known = auditTypes.find((each) => each === type);
  return {
    ...(known !== undefined && { type: known }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

/** Reads the query string of the page. */
export function readAuditPageSearch(search: Record<string, unknown>): AuditPageSearch {
  const { entry, at } = search;
  const named = Number.isSafeInteger(entry) && typeof at === 'string' && !Number.isNaN(Date.parse(at));
  return { ...readAuditSearch(search), ...(named && { entry: Number(entry), at }) };
}

/** The entry that the page shows in full; undefined if it shows none. */
export function entryPlaceOf({ entry, at }: AuditPageSearch): EntryPlace | undefined {
  return entry === undefined || at === undefined ? undefined : { seq: entry, at };
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && day.test(value) && !Number.isNaN(Date.parse(value));
}

/** The filters as the API takes them: the last day is part of what is asked for. */
export function toQuery({ type, from, to }: AuditSearch): { type?: AuditType; from?: string; to?: string } {
  return {
    ...(type !== undefined && { type }),
    ...(from !== undefined && { from: `${from}T00:00:00.000Z` }),
    ...(to !== undefined && { to: new Date(Date.parse(to) + 86_400_000).toISOString() }),
  };
}
