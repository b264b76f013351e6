import { describe, expect, it } from 'vitest';
import type { AuditEntry, ErasedNames } from '#contract/audit.ts';
import { commitment, committed } from '#store/audit/commitments.ts';
import { entryHash, placedEntry } from '#store/audit/entry-hash.ts';
import { sealsAfter } from '#store/audit/seal.ts';
import { ChainVerifier, firstPreviousHash, type KeptHead } from '#contract/audit-chain.ts';
import { recompute } from '#store/audit/recompute.ts';

const workspace_id = '019a9d5e-0000-7000-8000-000000000001';

/** A log of so many entries, as it is exported. */
function log(length: number, salt = '', erased?: ErasedNames): AuditEntry[] {
  const documents = Array.from({ length }, (_, index) =>
    committed({
      _id: `019a9d5e-0000-7000-8000-${String(index).padStart(12, '0')}`,
      workspace_id,
      type: 'call.decided',
      at: new Date(1_700_000_000_000 + index),
      target: { kind: 'tool_call', id: `call ${index}${salt}` },
      details: { decision: 'approve' },
      actor: 'Mo',
      subject_ref: 'ada',
      contents: { args: '{"amount":"12.00"}' },
    }),
  );
  const target = { kind: 'erasure', id: 'erasure' };
  const told = {
    _id: 'told',
    workspace_id,
    type: 'subject.erased' as const,
    at: new Date(1_700_000_100_000),
    target,
  };
  if (erased !== undefined) documents.push({ ...committed(told), erased });
  const seals = sealsAfter(null, documents);
  return documents.map((document, index) => {
    const { seq = 0, previous_hash = '', hash = '' } = seals[index] ?? {};
    return { ...placedEntry(document, { seq, previous_hash }), hash };
  });
}

function faultsOf(entries: AuditEntry[], heads: KeptHead[] = []): [fault: string, seq: number][] {
  const verifier = new ChainVerifier(heads);
  for (const entry of entries) verifier.add(entry, recompute(entry));
  return verifier.end().map(({ fault, seq }) => [fault, seq]);
}

const headOf = ({ seq, hash }: AuditEntry): KeptHead => ({ seq, hash });
const at = (entries: AuditEntry[], index: number) => entries.at(index) as AuditEntry;

describe('[audit.chain] a chain', () => {
  it('begins with the number 1 after zeros, and each entry names the hash of the one before it', () => {
    const entries = log(3);
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(entries.map(({ previous_hash }) => previous_hash)).toEqual([
      firstPreviousHash,
      at(entries, 0).hash,
      at(entries, 1).hash,
    ]);
    expect(faultsOf(entries, entries.map(headOf))).toEqual([]);
  });

  it('goes on after a head', () => {
    const [first] = sealsAfter({ seq: 41, hash: 'a'.repeat(64) }, [
      committed({
        _id: 'id',
        workspace_id,
        type: 'agent.published',
        at: new Date(0),
        target: { kind: 'agent', id: 'a' },
      }),
    ]);
    expect(first).toMatchObject({ seq: 42, previous_hash: 'a'.repeat(64) });
  });

  it('does not depend on the order of members, and on every member but the ones that may be erased', () => {
    const [entry] = log(1) as [AuditEntry];
    const backwards = Object.fromEntries(Object.entries(entry).toReversed()) as AuditEntry;
    expect(entryHash(backwards)).toBe(entry.hash);
    const { actor: _actor, subject_ref: _subject, salts: _salts, ...erased } = entry;
    expect(entryHash(erased)).toBe(entry.hash);
    for (const member of Object.keys(erased).filter((name) => name !== 'hash')) {
      expect(entryHash({ ...entry, [member]: 'other' })).not.toBe(entry.hash);
    }
    expect(entryHash({ ...entry, more: true } as AuditEntry)).not.toBe(entry.hash);
  });
});

describe('[audit.tampering-is-found] verification finds', () => {
  it('an entry that was changed', () => {
    const entries = log(4);
    entries[1] = { ...at(entries, 1), details: { decision: 'reject' } };
    expect(faultsOf(entries)).toEqual([['changed', 2]]);
  });

  it('an entry that was changed and hashed again, by the one after it', () => {
    const entries = log(4);
    const forged = { ...at(entries, 1), details: { decision: 'reject' } };
    entries[1] = { ...forged, hash: entryHash(forged) };
    expect(faultsOf(entries)).toEqual([['unlinked', 3]]);
  });

  it('an entry that was removed, also where the others were numbered again', () => {
    const entries = log(4);
    const left = entries.toSpliced(1, 1);
    expect(faultsOf(left)).toEqual([['missing', 2]]);
    const numbered = left.map((entry, index) => ({ ...entry, seq: index + 1 }));
    expect(faultsOf(numbered)).toEqual([
      ['unlinked', 2],
      ['changed', 2],
      ['changed', 3],
    ]);
  });

  it('the first entries that were removed', () => {
    expect(faultsOf(log(3).slice(1))).toEqual([['missing', 1]]);
  });

  it('entries that were moved', () => {
    const [first, second, third] = log(3) as [AuditEntry, AuditEntry, AuditEntry];
    expect(faultsOf([first, third, second])).toEqual([
      ['missing', 2],
      ['reordered', 2],
    ]);
    expect(faultsOf([first, second, second, third])).toEqual([['reordered', 2]]);
  });

  it('another name in the place of the one that acted or was concerned', () => {
    const entries = log(2);
    entries[0] = { ...at(entries, 0), actor: 'Eve' };
    entries[1] = { ...at(entries, 1), subject_ref: 'bob' };
    expect(faultsOf(entries)).toEqual([
      ['false_value', 1],
      ['false_value', 2],
    ]);
    const { salts: _, ...saltless } = at(log(1), 0);
    expect(faultsOf([saltless]).map(([fault]) => fault)).toEqual(['false_value', 'false_value']);
  });

  it('a log that was cut off, only with a head that was kept', () => {
    const entries = log(4);
    const cut = entries.slice(0, 2);
    expect(faultsOf(cut)).toEqual([]);
    expect(faultsOf(cut, [headOf(at(entries, 3))])).toEqual([['truncated', 4]]);
    expect(faultsOf([], [headOf(at(entries, 3))])).toEqual([['truncated', 4]]);
  });

  it('a log that was rewritten as a whole, or went on from an earlier backup, only with a head that was kept', () => {
    const [kept, rewritten] = [log(4), log(4, ' forged')];
    expect(faultsOf(rewritten)).toEqual([]);
    expect(faultsOf(rewritten, [headOf(at(kept, 2))])).toEqual([['rewritten', 3]]);
  });

  it('two heads of one number that contradict each other', () => {
    const [kept, other] = [log(2), log(2, ' other')];
    expect(faultsOf(kept, [headOf(at(kept, 1)), headOf(at(other, 1))])).toEqual([['rewritten', 2]]);
  });
});

it('[audit.erased-subject] an entry whose names and salts were erased is still verified', () => {
  const names = { actor: [1, 2, 3], subject_ref: [1, 2, 3] };
  const erase = (entries: AuditEntry[]): AuditEntry[] =>
    entries.map(({ actor: _actor, subject_ref: _subject, salts: _salts, ...entry }) => entry);
  expect(faultsOf(erase(log(3, '', names)))).toEqual([]);
  // Without the entry of an erasure, or beside what it names, a name is missing because somebody has removed it.
  expect(faultsOf(erase(log(1)))).toEqual([
    ['removed_value', 1],
    ['removed_value', 1],
  ]);
  expect(faultsOf(erase(log(3, '', { ...names, actor: [1, 3] })))).toEqual([['removed_value', 2]]);
});

it('[audit.contents-not-guessed] a log does not contain the salt of contents, so that nobody finds them by trying', () => {
  const [entry] = log(1) as [AuditEntry];
  const values = Object.values(entry.salts ?? {});
  expect(values).toHaveLength(2);
  for (const salt of values)
    expect(commitment(salt ?? '', 'args', '{"amount":"12.00"}')).not.toBe(entry.commitments?.['args']);
});

it('[audit.no-contents] equal values have different digests in every entry, and contents are nowhere', () => {
  const [one, two] = log(2) as [AuditEntry, AuditEntry];
  for (const name of ['actor', 'subject_ref', 'args']) {
    expect(one.commitments?.[name]).toMatch(/^[\w-]{43}$/);
    expect(one.commitments?.[name]).not.toBe(two.commitments?.[name]);
  }
  expect(JSON.stringify([one, two])).not.toContain('12.00');
});
