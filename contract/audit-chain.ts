import type { AuditEntry } from './audit.ts';
import { canonicalJson } from './canonical-json.ts';

/** How an audit log is verified: the same by the operator's command and in a browser, which compute hashes each in its own way. */

/** The `previous_hash` of a workspace's first entry. */
export const firstPreviousHash = '0'.repeat(64);

/** How a log differs from what was sealed. */
export const chainFaults = [
  /** An entry is not what its hash says. */
  'changed',
  /** A shown name is not the one that was committed to. */
  'false_value',
  /** A name is missing, and no entry of an erasure says so. */
  'removed_value',
  /** Entries are not there. */
  'missing',
  /** An entry is not where its number says. */
  'reordered',
  /** An entry does not follow on the one before it. */
  'unlinked',
  /** The log ends before a kept head. */
  'truncated',
  /** Another entry stands where a kept head was: the log was rewritten, or the store restored to before it. */
  'rewritten',
] as const;

export interface ChainFault {
  fault: (typeof chainFaults)[number];
  /** The number of the entry, or of the first of those that are missing. */
  seq: number;
  message: string;
}

/** A head of a log that was kept elsewhere: the number and the hash of an entry. */
export interface KeptHead {
  seq: number;
  hash: string;
}

/** Values computed from an entry, to compare with the stored ones. */
export interface Recomputed {
  /** The SHA-256 of {@link hashedText}, in hex. */
  hash: string;
  /** The commitments of {@link openedValues}, in base64url, by name. */
  commitments: Record<string, string>;
}

/**
 * The text that an entry's hash covers: the entry as canonical JSON, without the hash itself and the values that an
 * erasure may remove.
 */
export function hashedText(entry: Omit<AuditEntry, 'hash'> & { hash?: string }): string {
  const { hash: _hash, actor: _actor, subject_ref: _subject, salts: _salts, ...hashed } = entry;
  return canonicalJson(hashed);
}

/** A value that an entry shows of what its commitments stand for. */
export interface OpenedValue {
  name: 'actor' | 'subject_ref';
  value: string;
  /** Absent if it was taken away, and the value was not. */
  salt: string | undefined;
}

/** The values of an entry that a person can be known by: their commitments must be theirs. */
export function openedValues({
  actor,
  subject_ref,
  salts,
}: Pick<AuditEntry, 'actor' | 'subject_ref' | 'salts'>): OpenedValue[] {
  return [
    ...(actor === undefined ? [] : [{ name: 'actor' as const, value: actor, salt: salts?.actor }]),
    ...(subject_ref === undefined
      ? []
      : [{ name: 'subject_ref' as const, value: subject_ref, salt: salts?.subject_ref }]),
  ];
}

/** The text whose HMAC under the salt is a commitment. The name keeps equal values of different kinds apart. */
export function committedText(name: string, value: string): string {
  return `${name}\n${value}`;
}

const namesOfPersons = ['actor', 'subject_ref'] as const;

/** More faults than this say nothing more. */
const mostFaults = 100;

/**
 * Verifies a workspace's audit log entry by entry, from the first one. Without kept heads, a log that was rewritten
 * from some entry on, or that lacks its end, is indistinguishable from a good one.
 */
export class ChainVerifier {
  readonly #heads: Map<number, Set<string>>;
  readonly #faults: ChainFault[] = [];
  /** The names that entries have lost, by name and number: no erasure has said so yet. */
  readonly #lost = new Map<string, number>();
  #seq = 0;
  #hash = firstPreviousHash;

  constructor(heads: readonly KeptHead[] = []) {
    this.#heads = new Map(
      [...Map.groupBy(heads, ({ seq }) => seq)].map(([seq, kept]) => [
        seq,
        new Set(kept.map(({ hash }) => hash)),
      ]),
    );
  }

  /**
   * @param entry the next one of the log
   * @param recomputed of that entry
   */
  add(entry: AuditEntry, recomputed: Recomputed): void {
    const { seq } = entry;
    if (seq > this.#seq + 1) {
      this.#note('missing', this.#seq + 1, `the entries from ${this.#seq + 1} to ${seq - 1} are missing`);
    } else if (seq <= this.#seq) {
      this.#note('reordered', seq, `the entry ${seq} stands after the entry ${this.#seq}`);
    } else if (entry.previous_hash !== this.#hash) {
      this.#note('unlinked', seq, `the entry ${seq} does not follow the one before it`);
    }
    if (recomputed.hash !== entry.hash) this.#note('changed', seq, `the entry ${seq} was changed`);
    for (const { name, salt } of openedValues(entry)) {
      if (salt !== undefined && entry.commitments?.[name] === recomputed.commitments[name]) continue;
      this.#note('false_value', seq, `the ${name} of the entry ${seq} is not the one that was sealed`);
    }
    for (const name of namesOfPersons) {
      if (entry.commitments?.[name] !== undefined && entry[name] === undefined)
        this.#lost.set(`${name} ${seq}`, seq);
      for (const erased of entry.erased?.[name] ?? []) this.#lost.delete(`${name} ${erased}`);
    }
    this.#compareWithHeads(entry);
    if (seq > this.#seq) this.#seq = seq;
    this.#hash = entry.hash;
  }

  /** The number and hash of the last entry so far. */
  get last(): KeptHead {
    return { seq: this.#seq, hash: this.#hash };
  }

  /** How many faults were found so far. */
  get count(): number {
    return this.#faults.length;
  }

  /** All faults, once every entry was added. */
  end(): ChainFault[] {
    for (const seq of this.#heads.keys()) {
      if (seq > this.#seq) {
        this.#note('truncated', seq, `the log ends at ${this.#seq}, and a kept head is of the entry ${seq}`);
      }
    }
    for (const [lost, seq] of this.#lost) {
      const name = lost.slice(0, lost.indexOf(' '));
      this.#note(
        'removed_value',
        seq,
        `the ${name} of the entry ${seq} is gone, and no erasure has removed it`,
      );
    }
    return this.#faults;
  }

  #compareWithHeads({ seq, hash }: AuditEntry): void {
    const kept = this.#heads.get(seq);
    if (kept === undefined || (kept.size === 1 && kept.has(hash))) return;
    this.#note('rewritten', seq, `the entry ${seq} is not the one of a kept head`);
  }

  #note(fault: ChainFault['fault'], seq: number, message: string): void {
    if (this.#faults.length < mostFaults) this.#faults.push({ fault, seq, message });
  }
}
