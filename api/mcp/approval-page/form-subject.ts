import type { Pending } from '#contract/mcp-tools.ts';

/** What was shown, by which a form decides on that alone. */
export interface ShownPause {
  tool_call_id: string;
  /** Since when the call was held: it can be held again. */
  since: string;
  /** Of what was shown; empty for calls held before digests were stored. */
  digest: string;
}

export function shownPause({ tool_call_id, created_at, digest = '' }: Pending): ShownPause {
  return { tool_call_id, since: created_at, digest };
}

/** What the token of a form is signed for: this browser's approval, and what its page shows. */
export function formSubject(uid: string, { tool_call_id, since, digest }: ShownPause): string {
  return JSON.stringify([uid, tool_call_id, since, digest]);
}
