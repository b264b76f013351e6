import type { ConsoleLinkDocument } from '../documents/console-session.ts';
import type { Database } from '../mongo/database.ts';
import { newId } from '../mongo/ids.ts';
import { hashSecret } from './sessions.ts';

/** The result of redeeming a code. */
export type Redeemed =
  | { outcome: 'redeemed'; link: ConsoleLinkDocument }
  /** The link was made for nobody in particular: say who signs in. It can still be used. */
  | { outcome: 'name_needed' }
  | { outcome: 'unknown' };

/** Stores a link that can be used once until it expires. */
export async function insertLink(
  db: Database,
  link: Pick<ConsoleLinkDocument, 'workspace_id' | 'name'>,
  code: string,
  { now, validMs }: { now: Date; validMs: number },
): Promise<ConsoleLinkDocument> {
  const document: ConsoleLinkDocument = {
    _id: hashSecret(code),
    link_id: newId(),
    ...link,
    created_at: now,
    expires_at: new Date(now.getTime() + validMs),
  };
  await db.console_links.insertOne(document);
  return document;
}

/**
 * Uses a link up. Of any number of requests with the same code, one gets the link (console.link-once).
 * @param named whether the request says who signs in
 */
export async function redeemLink(db: Database, code: string, named: boolean, now: Date): Promise<Redeemed> {
  const valid = { _id: hashSecret(code), expires_at: { $gt: now } };
  const link = await db.console_links.findOneAndDelete(named ? valid : { ...valid, name: { $exists: true } });
  if (link !== null) return { outcome: 'redeemed', link };
  const unnamed = named ? null : await db.console_links.findOne(valid);
  return { outcome: unnamed === null ? 'unknown' : 'name_needed' };
}

/** Whether a link can still be used. */
export async function isLinkUsable(db: Database, code: string, now: Date): Promise<boolean> {
  const valid = { _id: hashSecret(code), expires_at: { $gt: now } };
  return (await db.console_links.findOne(valid, { projection: { _id: 1 } })) !== null;
}
