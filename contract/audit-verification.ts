import type { AuditEntry, AuditHead } from './audit.ts';
import { PasskeyVerifier } from './audit-passkeys.ts';
import { type ChainFault, ChainVerifier, type Recomputed } from './audit-chain.ts';

/** The content of a signed head. */
export type SignedHead = Pick<AuditHead, 'workspace' | 'seq' | 'hash'>;

/** How a log differs from what was sealed, or a decision from what a passkey has signed. */
export type LogFault = ChainFault['fault'] | 'other_workspace' | 'passkey_unverified';

/** The result of verifying an audit log. */
export interface Verified {
  workspace_id?: string;
  /** How many entries were read, and the number and hash of the last one. */
  entries: number;
  seq: number;
  hash: string;
  /** How many heads were compared. */
  heads: number;
  faults: (Omit<ChainFault, 'fault'> & { fault: LogFault })[];
}

/** More faults than this say nothing more. */
const mostUnverified = 100;

/**
 * Verifies the chain of an audit log, and the signed decisions in it.
 * @param found its entries in order, each with its computed values
 * @param workspaceId id of its workspace. Default: that of its first entry
 * @param onEntry called for each entry, with whether a fault was found at it
 * @param faultInStore why a signed decision is not that of its stored call. Default: nothing is compared with a store
 */
export async function verifyEntries(
  found: AsyncIterable<[entry: AuditEntry, recomputed: Recomputed]>,
  heads: readonly SignedHead[],
  workspaceId?: string,
  onEntry: (entry: AuditEntry, isFaulty: boolean) => void = () => {},
  faultInStore: (entry: AuditEntry) => Promise<string | undefined> = async () => undefined,
): Promise<Verified> {
  const verifier = new ChainVerifier(heads);
  const passkeys = new PasskeyVerifier();
  const unverified: Verified['faults'] = [];
  let [workspace, entries] = [workspaceId, 0];
  const foreign: Verified['faults'] = [];
  const note = (seq: number, what: string) =>
    foreign.push({ fault: 'other_workspace', seq, message: `${what} ${seq} is of another workspace` });
  for await (const [entry, recomputed] of found) {
    workspace ??= entry.workspace_id;
    entries += 1;
    const faults = verifier.count + foreign.length;
    if (entry.workspace_id !== workspace && foreign.length === 0) note(entry.seq, 'the entry');
    verifier.add(entry, recomputed);
    const inStore = await faultInStore(entry);
    const why = (await passkeys.add(entry)) ?? inStore;
    if (why !== undefined && unverified.length < mostUnverified) unverified.push(unverifiedAt(entry, why));
    onEntry(entry, why !== undefined || verifier.count + foreign.length > faults);
  }
  for (const head of heads)
    if (workspace !== undefined && head.workspace !== workspace) note(head.seq, 'the head of');
  const faults = [...verifier.end(), ...foreign, ...unverified];
  return {
    ...(workspace === undefined ? {} : { workspace_id: workspace }),
    entries,
    ...verifier.last,
    heads: heads.length,
    faults,
  };
}

function unverifiedAt({ seq, target }: AuditEntry, why: string): Verified['faults'][number] {
  const message = `the decision of the entry ${seq} on the call ${target.id} is not verified: ${why}`;
  return { fault: 'passkey_unverified', seq, message };
}
