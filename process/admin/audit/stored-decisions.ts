import { isSigned } from '#contract/audit-passkeys.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { Verified } from '#contract/audit-verification.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { decisionFault, decisionFaultTexts } from '#contract/verify-decision.ts';
import { callWithDecisions, signedCalls, type StoredDecision } from '#store/audit/signed-decisions.ts';
import type { Database } from '#store/mongo/database.ts';

/** Compares the signed decisions of a workspace's audit log with those of its stored calls, both ways. */
export class StoredDecisions {
  readonly #db: Database;
  readonly #workspace: string;
  /** A decision that is made meanwhile may have its entry after those that were read. */
  readonly #from = new Date();
  /** Those of which the log has entries, by call and time. */
  readonly #compared = new Set<string>();

  constructor(db: Database, workspace: string) {
    this.#db = db;
    this.#workspace = workspace;
  }

  /**
   * Why the stored decision of an entry is not what its passkey has signed; undefined if it is, or if the call was erased. The log
   * then has the signature, and no longer the statement.
   */
  async faultOf(entry: AuditEntry): Promise<string | undefined> {
    if (!isSigned(entry)) return undefined;
    const { target, at, details } = entry;
    const decisions = await callWithDecisions(this.#db, this.#workspace, target.id);
    if (decisions === undefined) return undefined;
    const stored = decisions.find(({ decision, created_at, signature }) => {
      const response = signature?.assertion.response;
      return (
        toTimestamp(created_at) === at &&
        decision === details?.['decision'] &&
        response !== undefined &&
        response.signature === details['signature'] &&
        response.clientDataJSON === details['client_data']
      );
    });
    if (stored === undefined) return 'the stored call has no such decision';
    this.#compared.add(`${target.id} ${at}`);
    return await faultOfStored(this.#workspace, stored);
  }

  /** The signed decisions of stored calls of which the log has no entry. */
  async unlogged(seq: number): Promise<Verified['faults']> {
    const faults: Verified['faults'] = [];
    for await (const { id, decisions } of signedCalls(this.#db, this.#workspace)) {
      for (const { created_at, via } of decisions) {
        if (via !== 'passkey' || created_at > this.#from) continue;
        if (this.#compared.has(`${id} ${toTimestamp(created_at)}`)) continue;
        const message = `a decision on the call ${id} is not verified: the log has no entry of it`;
        faults.push({ fault: 'passkey_unverified', seq, message });
      }
    }
    return faults;
  }
}

async function faultOfStored(
  workspace_id: string,
  { decision, actor, digest, signature }: StoredDecision,
): Promise<string | undefined> {
  if (signature === undefined || digest === undefined) return 'the stored decision has no signature';
  const fault = await decisionFault({ decision, actor, digest, workspace_id, signature });
  return fault && decisionFaultTexts[fault];
}
