import { createHmac } from 'node:crypto';
import type { Seal } from '#engine/ports/seal.ts';
import type { Keyring } from './encryption.ts';

/** Seals with a key for each workspace, which is derived from the first one of the deployment. */
export function sealWith(keyring: Keyring): Seal {
  return sealBy((workspaceId) => keyring.digest(purpose, [workspaceId]));
}

/** The same by each key of the deployment, in their order. */
export function sealsWith(keyring: Keyring): Seal[] {
  return keyring.keyIds.map((id) => sealBy((workspaceId) => keyring.digest(purpose, [workspaceId], id)));
}

const purpose = 'what approvers may not see';

function sealBy(keyOf: (workspaceId: string) => string): Seal {
  return (workspaceId, text) =>
    createHmac('sha256', Buffer.from(keyOf(workspaceId), 'hex'))
      .update(text)
      .digest('base64');
}
