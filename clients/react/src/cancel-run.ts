import type { Conversation } from './conversation.ts';
import { followedRun } from './followed-run.ts';
import { request } from './requests.ts';

/** Cancels the run that a conversation follows. */
export async function cancelRun({ chat, condition, connection }: Conversation): Promise<void> {
  const { run_id } = followedRun(chat.messages);
  const noteFailure = (failure: Error): void => condition.set({ failure });
  if (run_id !== undefined) await request(connection, `runs/${run_id}/cancel`, 'POST').catch(noteFailure);
}
