import { hash } from 'node:crypto';
import { canonicalJson } from '#contract/canonical-json.ts';
import { defined } from '#contract/defined.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { redact } from '#patches/redact.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import type { RuleContext } from '../stored.ts';
import { coveredAccounts } from './accounts.ts';
import { heldBy } from './gate-of-call.ts';

/** What a digest covers of a held call. */
type Covered = Pick<
  ToolCallDocument,
  '_id' | 'workspace_id' | 'patch_ref' | 'connection' | 'args' | 'redact' | 'applied_gate' | 'accounts'
>;

/**
 * The digest of a held call, in the form of RFC 9530: over the canonical JSON (RFC 8785) of what is decided on, which is
 * what is sent. Values that approvers may not see enter it together, as one keyed hash in the place of each of them, so that
 * nobody can guess them from the digest.
 */
export function digestOf(call: Covered, { seal }: Pick<RuleContext, 'seal'>): string {
  const { _id: tool_call_id, patch_ref, connection } = call;
  const { rule } = heldBy(call);
  const covered = {
    tool_call_id,
    patch_ref,
    connection: connection === undefined ? null : { id: connection.id, name: connection.name },
    args: sealedArgs(call, seal),
    policy: 'policy' in rule ? rule.policy : null,
    ...defined({ accounts: coveredAccounts(call, seal) }),
  };
  return `sha-256=:${hash('sha256', canonicalJson(covered), 'base64')}:`;
}

function sealedArgs(
  { workspace_id, args: text, redact: hidden }: Covered,
  seal: RuleContext['seal'],
): unknown {
  const args = fromJsonText(text);
  const pointers = hidden?.args ?? [];
  if (pointers.length === 0) return args;
  const values: unknown[] = [];
  const shown = redact(args, pointers, (value) => values.push(value));
  if (values.length === 0) return shown;
  const sealed = `hmac-sha-256=:${seal(workspace_id, canonicalJson(values))}:`;
  return redact(args, pointers, () => sealed);
}
