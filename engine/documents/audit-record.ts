import type { AuditCredential, AuditDetails, AuditTarget } from '#contract/audit.ts';
import type { AuditType } from '#contract/audit-types.ts';
import type { GateRule } from '#contract/gate.ts';

/** An audit entry before the store gives it its commitments and the chain its place. */
export interface AuditRecord {
  _id: string;
  workspace_id: string;
  type: AuditType;
  at: Date;
  target: AuditTarget;
  /** No contents, and no personal values. */
  details?: AuditDetails;
  credential?: AuditCredential;
  /** The rule that applied to its call. */
  gate_rule?: GateRule;
  /** The actor. */
  actor?: string;
  /** The subject that it concerns. */
  subject_ref?: string;
  /** Contents by name, as JSON texts. Only a salted digest of each is stored. */
  contents?: { [name: string]: string };
}
