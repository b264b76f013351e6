import type { JsonText } from '#contract/json-text.ts';
import type { ApprovalPolicyDefinition, ApprovalStage } from '#contract/approval-policy.ts';

/** One published version of an approval policy. Immutable, except that another one becomes the newest. */
export interface ApprovalPolicyDocument {
  _id: string;
  workspace_id: string;
  key: string;
  version: number;
  ref: string;
  /** As JSON text, because a schema can have member names that BSON interprets or refuses. */
  definition: JsonText<ApprovalPolicyDefinition>;
  /** SHA-256 of the definition: shows whether a publication changes anything. */
  definition_hash: string;
  /** The approver groups that it names. */
  groups: string[];
  /** All stages that it has: what its groups have to be able to fulfil. */
  stages: ApprovalStage[];
  /** Only the newest version of a key applies to calls. */
  newest?: true;
}
