import { hash } from 'node:crypto';
import type { Context } from 'koa';
import type { ConsoleSessionDocument } from '#store/documents/console-session.ts';

/** The header in which a page of the console says as whom it acts: the person whose name it shows. */
const personHeader = 'Console-Person';

/** Stands for whoever is signed in to a workspace, however often they sign in, and for how they are known. */
export function personOf({
  workspace_id,
  sign_in_id,
  name,
}: Pick<ConsoleSessionDocument, 'workspace_id' | 'sign_in_id' | 'name'>): string {
  return hash('sha256', JSON.stringify([workspace_id, sign_in_id !== undefined, name]), 'base64url');
}

/**
 * Whether a page shows somebody else than its browser has a session of by now: the tabs of a browser share their cookie, and
 * somebody else has signed in in another one.
 */
export function isForSomebodyElse(ctx: Context, session: ConsoleSessionDocument): boolean {
  const shown = ctx.get(personHeader);
  return shown !== '' && shown !== personOf(session);
}
