import { openRun } from '#engine/rules/message.ts';
import { newId } from '#store/mongo/ids.ts';
import { writeChanges } from '#store/runs/write-changes.ts';
import type { TestService } from './service.ts';

/** A run that is stored and that nobody starts: `running` for as long as a test wants. Resolves to its id. */
export async function openUnstartedRun(service: TestService, threadId: string): Promise<string> {
  const thread = await service.db.threads.findOne({ _id: threadId });
  if (thread === null) throw new Error(`there is no thread ${threadId}`);
  const opening = { run_id: newId(), message_id: newId(), content: 'Hello', origin: 'api' as const, hold: 0 };
  await writeChanges(service.db, service.keyring, openRun(thread, opening, { now: new Date(), newId }), {
    opens: true,
  });
  return opening.run_id;
}
