import type { Context } from 'koa';
import type { ConsoleSessionDocument } from '#store/documents/console-session.ts';
import type { Database } from '#store/mongo/database.ts';

/** The header in which a page of the console says as whom it acts: the person whose name it shows. */
const personHeader = 'Console-Person';

/**
 * A stable pseudonym of the person who is signed in to a workspace, over all their sessions, and of how they are known.
 * It is sent in headers, which proxies log: it reveals nothing, because only the service can compute it.
 */
export async function personOf(
  { blindIndex }: Pick<Database, 'blindIndex'>,
  { workspace_id, sign_in_id, name }: Pick<ConsoleSessionDocument, 'workspace_id' | 'sign_in_id' | 'name'>,
): Promise<string> {
  const blindName = await blindIndex.of(workspace_id);
  return blindName('console person', [sign_in_id === undefined ? 'link' : 'provider', name]);
}

/**
 * Whether a page shows somebody else than its browser has a session of by now: the tabs of a browser share their cookie, and
 * somebody else has signed in in another one.
 */
export async function isForSomebodyElse(
  ctx: Context,
  db: Pick<Database, 'blindIndex'>,
  session: ConsoleSessionDocument,
): Promise<boolean> {
  const shown = ctx.get(personHeader);
  return shown !== '' && shown !== (await personOf(db, session));
}
