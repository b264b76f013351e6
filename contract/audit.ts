import { z } from 'zod';
import { auditTypes } from './audit-types.ts';
import { credentialKinds, RequestViaName, Via } from './credential.ts';
import { DecisionStatement } from './decision-statement.ts';
import { GateRule } from './gate.ts';
import { Actor, DecisionId, SubjectRef, Uuid } from './ids.ts';
import { AssertionCredential } from './passkey.ts';
import { PublicJwk } from './signing-key.ts';
import { Timestamp } from './timestamp.ts';

export const AuditTypeName = z.enum(auditTypes).meta({ id: 'AuditType' });

/** The credential behind an entry: that of the request, or the operator's command. */
export const AuditCredential = z
  .object({
    kind: z.enum([...credentialKinds, 'operator']),
    id: z.string().meta({ description: 'The id of the credential; for the operator, `admin`.' }),
  })
  .meta({ id: 'AuditCredential' });
export type AuditCredential = z.infer<typeof AuditCredential>;

/** The resource that an entry concerns. */
export const AuditTarget = z
  .object({
    kind: z.string().meta({ description: 'For example `tool_call`, `connection`, `agent`.' }),
    id: z.string(),
  })
  .meta({ id: 'AuditTarget' });
export type AuditTarget = z.infer<typeof AuditTarget>;

/** Facts of an entry: names, ids, states and times of the workspace's own, never contents or personal values. */
export const AuditDetails = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
);
export type AuditDetails = z.infer<typeof AuditDetails>;

const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');
const Base64url = z.string().regex(/^[\w-]+$/, 'must be base64url');

const Seqs = z.array(z.int().min(1));

/** Which entries an erasure has taken names from. */
export const ErasedNames = z.object({ actor: Seqs.optional(), subject_ref: Seqs.optional() }).meta({
  id: 'ErasedNames',
  description:
    'For `subject.erased`: the `seq` of the entries that have lost a name with its salt. A name that is missing without this was removed by somebody else.',
});
export type ErasedNames = z.infer<typeof ErasedNames>;

/**
 * An entry of a workspace's audit log. `hash` is the SHA-256 over the canonical JSON (RFC 8785) of all members except
 * `hash`, `actor`, `subject_ref` and `salts`; the personal values enter it by their commitments.
 */
export const AuditEntry = z
  .object({
    id: Uuid,
    workspace_id: Uuid,
    seq: z.int().min(1).meta({ description: 'Counts the entries of the workspace from 1, without gaps.' }),
    type: AuditTypeName,
    at: Timestamp.meta({ description: 'When it happened.' }),
    target: AuditTarget,
    details: AuditDetails.optional(),
    credential: AuditCredential.optional().meta({ description: 'The credential of the actor.' }),
    gate_rule: GateRule.optional().meta({
      description: 'For a call: the rule that applied when it was made.',
    }),
    erased: ErasedNames.optional(),
    commitments: z.record(z.string(), Base64url).optional().meta({
      description:
        'HMAC-SHA-256 of personal values (`actor`, `subject_ref`) and of contents (`args`, `result`, `detail`), each under its salt.',
    }),
    previous_hash: Hash.meta({ description: '`hash` of the entry before; 64 zeros for the first one.' }),
    hash: Hash,
    actor: Actor.optional().meta({ description: 'The actor. Not hashed itself; absent once erased.' }),
    subject_ref: SubjectRef.optional().meta({
      description: 'The subject that it concerns. Not hashed itself; absent once erased.',
    }),
    salts: z
      .object({ actor: Base64url.optional(), subject_ref: Base64url.optional() })
      .meta({ id: 'AuditSalts' })
      .optional()
      .meta({
        description:
          'The salts of the commitments of `actor` and `subject_ref`. Absent once erased. That of the contents is kept apart, so ' +
          'that nobody finds them by trying: a receipt has it.',
      }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The content of a signed head: the newest entry of a workspace's chain. */
export const AuditHead = z.object({
  workspace: Uuid,
  seq: z.int().min(0),
  hash: Hash,
  at: Timestamp.optional(),
});
export type AuditHead = z.infer<typeof AuditHead>;

/** The place of an entry in its chain. */
const Place = z.object({ seq: z.int().min(1), hash: Hash });

const ReceiptDecision = z.object({
  actor: Actor.optional(),
  credential: AuditCredential.optional(),
  via: Via.optional(),
  request_via: RequestViaName.optional(),
  /** The key of a signed one, as it was enrolled. */
  passkey_id: z.string().optional(),
  thumbprint: z.string().optional(),
  credential_id: z.string().optional(),
  enrolled_via: Via.optional(),
  decision: z.string(),
  decision_id: DecisionId,
  at: Timestamp,
  audit: Place,
});

/** The content of a signed receipt of a sent call. */
export const CallReceipt = z.looseObject({
  workspace: Uuid,
  run_id: z.string(),
  tool_call_id: z.string(),
  agent_id: z.string(),
  patch_ref: z.string(),
  /** Those that counted when it was sent, in order, with the entries of the audit log that tell them. */
  decisions: z.array(ReceiptDecision),
  /** Approvals that were withdrawn or had lapsed before the call was sent, each with the entry that ended it. */
  earlier_decisions: z
    .array(
      ReceiptDecision.extend({
        withdrawn_at: Timestamp.optional(),
        lapsed_at: Timestamp.optional(),
        lapsed_because: z.string().optional(),
        ended: Place,
      }),
    )
    .optional(),
  /** The canonical JSON that was decided on, and its digest: the entries of the decisions commit to them. */
  document: z.string().optional(),
  digest: z.string().optional(),
  /** The signatures of the decisions that counted, with the keys. */
  passkeys: z
    .array(
      z.object({
        passkey_id: Uuid,
        actor: Actor,
        thumbprint: z.string(),
        public_key: PublicJwk,
        assertion: AssertionCredential,
        statement: DecisionStatement,
      }),
    )
    .optional(),
  /** The rule that applied to the call when it was made, from its entry. */
  gate_rule: GateRule.optional(),
  completed_at: Timestamp,
  /** Salted digests of what was sent and what came back: those of the entry, and their salt. */
  commitments: z.record(z.string(), Base64url).optional(),
  salt: Base64url.optional(),
  /** The entry of the call. */
  audit: Place,
});
export type CallReceipt = z.infer<typeof CallReceipt>;

/** Something that is signed: a compact JWS (RFC 7515). */
export const SignedStatement = z
  .object({
    jws: z.string().meta({
      description: 'Compact JWS. The public keys are at `/.well-known/jwks.json`.',
    }),
  })
  .meta({ id: 'SignedStatement' });
export type SignedStatement = z.infer<typeof SignedStatement>;
