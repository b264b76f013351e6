import type { ClientSession } from 'mongodb';
import type { GuardedKind } from '#contract/change.ts';
import type { Acting } from '../audit/record.ts';
import type { Database } from '../mongo/database.ts';
import { isGuarded } from './settings.ts';
import { SecondActorNeeded } from './second-actor-needed.ts';

/**
 * Makes a change that one actor may make alone. Every change of what can be guarded goes through here, or is the one that a
 * second actor approves. A guarded one is made too, and then taken back: whatever refuses it refuses it before it is proposed.
 * The operator's command may change everything alone.
 * @param work may run several times
 * @param isChange whether the result is of a change. One that changes nothing needs nobody
 * @throws {SecondActorNeeded} if two actors have to make it
 */
export async function changeAlone<Result>(
  db: Database,
  acting: Acting,
  kind: GuardedKind,
  work: (session: ClientSession) => Promise<Result>,
  isChange: (result: Result) => boolean = () => true,
): Promise<Result> {
  return await db.transaction(async (session) => {
    const result = await work(session);
    if (acting.credential?.kind === 'operator' || !isChange(result)) return result;
    if (await isGuarded(db, session, acting.workspace_id, kind)) throw new SecondActorNeeded();
    return result;
  });
}
