import type { AuditCredential, AuditDetails, AuditTarget } from '#contract/audit.ts';
import type { AuditType } from '#contract/audit-types.ts';
import type { GateRule } from '#contract/gate.ts';

/** What the audit log is to tell, before the store gives it its commitments and the chain its place. */
export interface AuditRecord {
  _id: string;
  workspace_id: string;
  type: AuditType;
  at: Date;
  target: AuditTarget;
  /** No contents, and no personal values. */
  details?: AuditDetails;
  credential?: AuditCredential;
  /** What applied to the call that it tells of. */
  gate_rule?: GateRule;
  /** Who acted. */
  actor?: string;
  /** Whom it concerns. */
  subject_ref?: string;
  /** Contents by name, as JSON texts. Only a salted digest of each is stored. */
  contents?: { [name: string]: string };
}
