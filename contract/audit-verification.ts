import type { AuditEntry, AuditHead } from './audit.ts';
import { type ChainFault, ChainVerifier, type Recomputed } from './audit-chain.ts';

/** The content of a signed head. */
export type SignedHead = Pick<AuditHead, 'workspace' | 'seq' | 'hash'>;

/** The result of verifying an audit log. */
export interface Verified {
  workspace_id?: string;
  /** How many entries were read, and the number and hash of the last one. */
  entries: number;
  seq: number;
  hash: string;
  /** How many heads were compared. */
  heads: number;
  faults: (Omit<ChainFault, 'fault'> & { fault: ChainFault['fault'] | 'other_workspace' })[];
}

/**
 * Verifies the chain of an audit log.
 * @param found its entries in order, each with its computed values
 * @param workspaceId id of its workspace. Default: that of its first entry
 * @param onEntry called for each entry, with whether a fault was found at it
 */
export async function verifyEntries(
  found: AsyncIterable<[entry: AuditEntry, recomputed: Recomputed]>,
  heads: readonly SignedHead[],
  workspaceId?: string,
  onEntry: (entry: AuditEntry, isFaulty: boolean) => void = () => {},
): Promise<Verified> {
  const verifier = new ChainVerifier(heads);
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
    onEntry(entry, verifier.count + foreign.length > faults);
  }
  for (const head of heads)
    if (workspace !== undefined && head.workspace !== workspace) note(head.seq, 'the head of');
  const faults = [...verifier.end(), ...foreign];
  return {
    ...(workspace === undefined ? {} : { workspace_id: workspace }),
    entries,
    ...verifier.last,
    heads: heads.length,
    faults,
  };
}
