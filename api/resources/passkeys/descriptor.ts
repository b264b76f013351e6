import { defined } from '#contract/defined.ts';
import type { PasskeyDocument } from '#store/documents/passkey.ts';

/** A passkey as options for browsers name it. */
export function descriptorOf({ credential_id, transports }: PasskeyDocument) {
  return { type: 'public-key' as const, id: credential_id, ...defined({ transports }) };
}
