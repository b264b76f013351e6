import type { Run } from '../../api/schema.ts';

/** The states of a run, in the order of its life. */
export const runStates = ['running', 'awaiting_input', 'awaiting_outcome', 'closed', 'failed'] as const;

/** Which runs are listed: the query string of the page and of `GET /v1/loom/runs`. */
export interface RunSearch {
  state?: Run['state'];
  agent_key?: string;
  subject?: string;
  thread_id?: string;
}

/** The filters in a query string, without what they do not know. */
export function readRunSearch(search: Record<string, unknown>): RunSearch {
  const state = runStates.find((name) => name === search['state']);
  const texts = (['agent_key', 'subject', 'thread_id'] as const).flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return { ...(state !== undefined && { state }), ...Object.fromEntries(texts) };
}
