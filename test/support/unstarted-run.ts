import { openRun } from '#store/open-run.ts';
import type { TestService } from './service.ts';

/** A run that is stored and that nobody starts: `running` for as long as a test wants. Resolves to its id. */
export async function openUnstartedRun(service: TestService, threadId: string): Promise<string> {
  const thread = await service.db.threads.findOne({ _id: threadId });
  if (thread === null) throw new Error(`there is no thread ${threadId}`);
  const run = await openRun(service.db, thread, { content: 'Hello', origin: 'api' });
  return run._id;
}
