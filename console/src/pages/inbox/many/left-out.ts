import { isSameCall } from '#contract/same-call.ts';
import type { Approval } from '../../../api/schema.ts';

/** Why a selected call is not decided on. `gone`: it does not wait any more; somebody else may have decided. */
export type LeftOutWhy = 'changed' | 'gone' | 'expired' | 'no digest' | { refusal: string };

export interface LeftOut {
  item: Approval;
  why: LeftOutWhy;
}

/**
 * Separates the selected calls that are decided on, each as it was shown, from those that are left out.
 * @param selected as they were shown
 * @param live what waits now
 * @param refusalOf why the person may not decide on a call so; undefined if no reason is known
 */
export function leftOut(
  selected: readonly Approval[],
  live: readonly Approval[],
  nowMs: number,
  refusalOf: (item: Approval) => string | undefined,
): { decided: Approval[]; left: LeftOut[] } {
  const now = new Map(live.map((item) => [item.tool_call_id, item]));
  const whyOf = (item: Approval): LeftOutWhy | undefined => {
    const current = now.get(item.tool_call_id);
    if (Date.parse(item.expires_at) <= nowMs) return 'expired';
    if (current === undefined) return 'gone';
    if (!isSameCall(current, item)) return 'changed';
    if (item.digest === undefined) return 'no digest';
    const refusal = refusalOf(current);
    return refusal === undefined ? undefined : { refusal };
  };
  const judged = selected.map((item) => ({ item, why: whyOf(item) }));
  return {
    decided: judged.filter(({ why }) => why === undefined).map(({ item }) => item),
    left: judged.flatMap(({ item, why }) => (why === undefined ? [] : [{ item, why }])),
  };
}

/** Why a call was left out, in words. */
export function leftOutWords(why: Exclude<LeftOutWhy, 'gone'>): string {
  if (typeof why !== 'string') return why.refusal;
  if (why === 'changed') return 'It has changed since it was shown.';
  return why === 'expired' ? 'It has expired.' : 'It can only be decided on by itself.';
}
