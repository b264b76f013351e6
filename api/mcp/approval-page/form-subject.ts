import type { Pending } from '#contract/mcp-tools.ts';

/** The shown version, so that a form decides on that alone. */
export interface ShownPause {
  tool_call_id: string;
  /** Since when the call was held: it can be held again. */
  since: string;
  /** Digest of what was shown. */
  digest: string;
}

export function shownPause({ tool_call_id, created_at, digest = '' }: Pending): ShownPause {
  return { tool_call_id, since: created_at, digest };
}

/** The content of a form's token: this browser's approval, and the version on its page. */
export function formSubject(uid: string, { tool_call_id, since, digest }: ShownPause): string {
  return JSON.stringify([uid, tool_call_id, since, digest]);
}
