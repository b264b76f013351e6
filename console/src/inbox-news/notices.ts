import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { ApprovalChange } from '#contract/approval-change.ts';
import type { Approval } from '../api/schema.ts';
import { titleOf } from '../approvals/title-of.ts';

/** An item expires soon if it expires within this time. */
export const soonMs = 3_600_000;

/** From when on a page reminds of it. */
export const lastMinutesMs = 900_000;

/** A notification of the browser. It contains no more of a payment than a row of the inbox. */
export interface BrowserNotice {
  /** Equal ones replace each other. */
  tag: string;
  title: string;
  body: string;
  /** The item that it opens. */
  item: Pick<Approval, 'run_id' | 'tool_call_id'> | undefined;
}

/** Whether something that waits expires within so many milliseconds, and has not yet. */
export function expiresWithin(
  { expires_at }: Pick<Approval, 'expires_at'>,
  withinMs: number,
  nowMs: number,
): boolean {
  const leftMs = Date.parse(expires_at) - nowMs;
  return leftMs > 0 && leftMs <= withinMs;
}

/** Whether something that waits expires soon. */
export function expiresSoon(item: Pick<Approval, 'expires_at'>, nowMs: number): boolean {
  return expiresWithin(item, soonMs, nowMs);
}

/** Notifications for changes of the inbox, one for each item. `items` are the waiting items that were read. */
export function noticesOf(changes: readonly ApprovalChange[], items: readonly Approval[]): BrowserNotice[] {
  const notices = changes.flatMap(({ change, tool_call_id }) => {
    if (tool_call_id === undefined || (change !== 'waiting' && change !== 'reminder')) return [];
    const item = items.find((each) => each.tool_call_id === tool_call_id);
    const prefix = change === 'reminder' ? 'Still waiting' : undefined;
    return [noticeOf(tool_call_id, item, prefix)];
  });
  return [...new Map(notices.map((notice) => [notice.tag, notice])).values()];
}

/** The notification of an item that expires soon. */
export function expiryNotice(item: Approval, nowMs: number): BrowserNotice {
  const minutes = Math.max(1, Math.round((Date.parse(item.expires_at) - nowMs) / 60_000));
  return noticeOf(item.tool_call_id, item, `Expires in ${minutes} min`);
}

function noticeOf(callId: string, item: Approval | undefined, prefix: string | undefined): BrowserNotice {
  const title = item === undefined ? 'An item waits for a person' : titleOf(item);
  return {
    tag: callId,
    title: prefix === undefined ? title : `${prefix}: ${title}`,
    body: item === undefined ? '' : visibleLine(`${item.agent.name} for ${item.subject_ref}`),
    item,
  };
}
