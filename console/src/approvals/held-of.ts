import type { Approval } from '../api/schema.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { titleOf } from './title-of.ts';

/** A held write of the inbox or of a run, as cards and dialogs show it. */
export function heldOf(item: Approval): HeldWrite {
  const { tool_call_id, patch_ref, summary, args, connection, risk, approvals, digest, document } = item;
  const { amounts, accounts, returned, notes, repeats, revised_from, created_at, expires_at } = item;
  const { rejected_before, expired_before } = item;
  return {
    tool_call_id,
    patch_ref,
    summary: summary ?? { title: titleOf(item) },
    amounts,
    accounts,
    returned,
    args,
    connection,
    risk: risk ?? 'low',
    approvals,
    digest,
    document,
    notes,
    repeats,
    revised_from,
    rejected_before,
    expired_before,
    created_at,
    expires_at,
  };
}
