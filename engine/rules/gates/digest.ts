import { hash } from 'node:crypto';
import { canonicalJson } from '#contract/canonical-json.ts';
import { defined } from '#contract/defined.ts';
import { redact } from '#patches/redact.ts';
import type { DecisionDocument, ToolCallDocument } from '../../documents/tool-call.ts';
import { contextOf } from '../given-context.ts';
import type { RuleContext } from '../stored.ts';
import { coveredPayment } from '../payments/shown-payment.ts';
import { coveredOrigins } from '../origins/shown-origins.ts';
import { coveredAccounts } from './accounts.ts';
import { type WaitingCall, waitingCall } from './waiting-call.ts';

/** The parts of a held call that its digest covers. */
export type Covered = Pick<
  ToolCallDocument,
  | '_id'
  | 'workspace_id'
  | 'patch_ref'
  | 'connection'
  | 'args'
  | 'context'
  | 'redact'
  | 'applied_gate'
  | 'accounts'
  | 'payment'
  | 'origins'
>;

/** A digest, and by which key what approvers may not see was sealed in it. */
export type StoredDigest = Pick<DecisionDocument, 'sealed_by'> & { digest: string };

/**
 * The document that is decided on and sent: the canonical JSON (RFC 8785) whose SHA-256 is the digest of a held call.
 * Values that approvers may not see are replaced by one keyed hash of all of them, which differs from call to call:
 * nobody can find them by trying, not even by having other calls held. So are the credentials and headers of the
 * connection.
 */
export function documentOf(held: WaitingCall<Covered>, { seal }: Pick<RuleContext, 'seal'>): string {
  const { _id: tool_call_id, patch_ref, connection } = held.call;
  const { rule } = held.gate;
  return canonicalJson({
    tool_call_id,
    patch_ref,
    connection: connection ?? null,
    args: sealedArgs(held, seal),
    policy: 'policy' in rule ? rule.policy : null,
    ...defined({
      accounts: coveredAccounts(held, seal),
      payment: coveredPayment(held, seal),
      origins: coveredOrigins(held.call),
    }),
    ...(held.call.context === undefined ? {} : { context: contextOf(held.call) }),
  });
}

/** The digest of a document, in the form of RFC 9530. */
export function digestOfDocument(document: string): string {
  return `sha-256=:${hash('sha256', document, 'base64')}:`;
}

/** The digest of a held call. */
export function digestOf(call: Covered, context: Pick<RuleContext, 'seal'>): string {
  return digestOfDocument(documentOf(waitingCall(call), context));
}

/**
 * The digest of a held call as it is stored. Where the patch hides arguments, the digest can be computed again only
 * with the same key: its id is stored with it, as a keyed hash that reveals nothing else.
 */
export function storedDigest(
  digest: string,
  call: Covered,
  { seal }: Pick<RuleContext, 'seal'>,
): StoredDigest {
  return isSealed(call) ? { digest, sealed_by: sealedBy(call, seal) } : { digest };
}

/** Id of the key of a seal. */
export function sealedBy({ workspace_id }: Pick<Covered, 'workspace_id'>, seal: RuleContext['seal']): string {
  return seal(workspace_id, 'which key');
}

function isSealed({ redact: hidden }: Covered): boolean {
  return (hidden?.args ?? []).length > 0;
}

function sealedArgs(
  { call: { _id, workspace_id, redact: hidden }, args }: WaitingCall<Covered>,
  seal: RuleContext['seal'],
): unknown {
  const pointers = hidden?.args ?? [];
  if (pointers.length === 0) return args;
  const values: unknown[] = [];
  const shown = redact(args, pointers, (value) => values.push(value));
  if (values.length === 0) return shown;
  const sealed = `hmac-sha-256=:${seal(workspace_id, canonicalJson([_id, values]))}:`;
  return redact(args, pointers, () => sealed);
}
