import { z } from 'zod';

/** The account that authorizes: a subject of a workspace. */
export interface Account {
  workspace_id: string;
  subject_ref: string;
}

const AccountId = z.tuple([z.string(), z.string()]);

/** The one text by which the authorization server's library knows an account. */
export function accountId({ workspace_id, subject_ref }: Account): string {
  return JSON.stringify([workspace_id, subject_ref]);
}

/** @throws {Error} if {@link accountId} did not make the text */
export function parseAccountId(id: string): Account {
  const [workspace_id, subject_ref] = AccountId.parse(JSON.parse(id));
  return { workspace_id, subject_ref };
}
