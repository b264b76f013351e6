import { createHmac } from 'node:crypto';
import type { Seal } from '#engine/ports/seal.ts';
import type { Keyring } from './encryption.ts';

/** Seals with a key for each workspace, which is derived from that of the deployment. */
export function sealWith(keyring: Keyring): Seal {
  return (workspaceId, text) => {
    const key = keyring.digest('what approvers may not see', [workspaceId]);
    return createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('base64');
  };
}
