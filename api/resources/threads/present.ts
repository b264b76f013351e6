import { fromJsonText } from '#contract/json-text.ts';
import type { Thread } from '#contract/thread.ts';
import type { ShownThread } from '#store/threads/shown-pauses.ts';
import { toThread } from '#store/threads/threads.ts';
import type { Caller } from '../../http/authentication/caller.ts';

/** A thread for its reader. What the backend knows of its user is for the backend. */
export function presentThread({ credential }: Caller, shown: ShownThread): Thread {
  const { context } = shown.thread;
  const isBackend = credential?.kind === 'api_key';
  return {
    ...toThread(shown),
    ...(context === undefined || !isBackend ? {} : { context: fromJsonText(context) }),
  };
}
