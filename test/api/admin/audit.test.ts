import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Statements } from '#adapters/statements/statements.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { operatorOf, recordAudit } from '#store/audit/record.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { runAdmin } from '../../support/admin.ts';
import { perFile } from '../../support/per-file.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';

const db = perFile(openTestDatabase, dropDatabase);
const statements = new Statements([{ key: Buffer.alloc(32, 1) }]);
const env = { ENCRYPTION_KEYS: `a:${Buffer.alloc(32, 1).toString('base64')}` };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

const online = () => ({ MONGODB_URI: inject('mongodbUri'), MONGODB_DATABASE: db.runs.dbName });

/** A workspace with so many entries after that of its creation. */
async function workspaceWith(entries: number): Promise<string> {
  const { workspace } = await createWorkspace(db, { name: 'Test', credits: 0 });
  for (let index = 0; index < entries; index += 1) {
    await db.transaction(async (session) => {
      const by = { ...operatorOf(workspace._id), actor: '=cmd' };
      const target = { kind: 'settings', id: `setting ${index}` };
      await recordAudit(db, session, by, { type: 'settings.changed', target });
    });
  }
  return workspace._id;
}

async function exported(id: string): Promise<AuditEntry[]> {
  const { code, printed } = await runAdmin(['audit', 'export', id], online());
  expect(code).toBe(0);
  return printed as unknown as AuditEntry[];
}

async function save(name: string, lines: (object | string)[]): Promise<string> {
  const file = join(folder, name);
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  await writeFile(file, texts.join('\n'));
  return file;
}

function headOf({ workspace_id: workspace, seq, hash, at }: AuditEntry): string {
  return statements.sign('audit-head+json', { workspace, seq, hash, at });
}

it('[audit.verify-command] an export is verified without a database, with heads and keys that were kept', async () => {
  const id = await workspaceWith(3);
  const entries = await exported(id);
  const last = entries.at(-1) as AuditEntry;
  const file = await save('good.jsonl', entries);
  const answer = JSON.stringify({ status: 'success', data: { jws: headOf(last) } });
  const heads = await save('heads', [headOf(entries[1] as AuditEntry), answer]);
  const keys = await save('keys.json', [statements.jwks]);
  const good = { workspace_id: id, entries: 4, seq: 4, hash: last.hash, heads: 2, faults: [] };
  const args = ['audit', 'verify', '--file', file, '--heads', heads];
  expect(await runAdmin([...args, '--keys', keys], {})).toMatchObject({ code: 0, printed: [good] });
  expect(await runAdmin(args, env)).toMatchObject({ code: 0, printed: [good] });
  expect(await runAdmin(args, {})).toMatchObject({ code: 1, complaint: expect.stringContaining('--keys') });
});

it('[audit.verify-command] [audit.tampering-is-found] what was changed, removed, moved or cut off ends with 1', async () => {
  const id = await workspaceWith(3);
  const entries = (await exported(id)) as [AuditEntry, AuditEntry, AuditEntry, AuditEntry];
  const [first, second, third, fourth] = entries;
  const heads = await save('last', [headOf(fourth)]);
  const faultsOf = async (lines: object[]) => {
    const file = await save('bad.jsonl', lines);
    const { code, printed } = await runAdmin(['audit', 'verify', '--file', file, '--heads', heads], env);
    const faults = printed[0]?.['faults'] as { fault: string; seq: number }[];
    return { code, faults: faults.map(({ fault, seq }) => `${fault} ${seq}`) };
  };
  expect(await faultsOf(entries)).toEqual({ code: 0, faults: [] });
  const changed = { ...second, target: { kind: 'settings', id: 'other' } };
  expect(await faultsOf([first, changed, third, fourth])).toEqual({ code: 1, faults: ['changed 2'] });
  const added = { ...second, note: 'never' };
  expect(await faultsOf([first, added, third, fourth])).toEqual({ code: 1, faults: ['changed 2'] });
  expect(await faultsOf([first, third, fourth])).toEqual({ code: 1, faults: ['missing 2'] });
  expect(await faultsOf([first, third, second, fourth])).toMatchObject({ code: 1 });
  expect(await faultsOf([first, second])).toEqual({ code: 1, faults: ['truncated 4'] });
  expect(await faultsOf(await exported(await workspaceWith(3)))).toEqual({
    code: 1,
    faults: ['rewritten 4', 'other_workspace 4'],
  });
});

it('[audit.verify-command] the log of a workspace is verified in its store, its own head included', async () => {
  const id = await workspaceWith(2);
  const verify = async () => await runAdmin(['audit', 'verify', id], online());
  expect(await verify()).toMatchObject({ code: 0, printed: [{ entries: 3, heads: 1, faults: [] }] });
  await db.audit_entries.deleteOne({ workspace_id: id, seq: 3 });
  expect(await verify()).toMatchObject({ code: 1, printed: [{ faults: [{ fault: 'truncated', seq: 3 }] }] });
  await db.audit_entries.updateOne({ workspace_id: id, seq: 2 }, { $set: { actor: 'Eve' } });
  expect(await verify()).toMatchObject({
    code: 1,
    printed: [{ faults: [{ fault: 'false_value', seq: 2 }, { fault: 'truncated' }] }],
  });
});

it('[audit.verify-command] [audit.tampering-is-found] a line that names a member twice is refused, and so is a removed name that no erasure explains', async () => {
  const entries = await exported(await workspaceWith(2));
  const verify = async (lines: (object | string)[]) => {
    const file = await save('edited.jsonl', lines);
    return await runAdmin(['audit', 'verify', '--file', file], {});
  };
  const [first, second, third] = entries as [AuditEntry, AuditEntry, AuditEntry];
  // A reader that takes the first of the two sees Eve, and one that takes the last sees what was sealed.
  const text = JSON.stringify(second);
  for (const twice of [text.replace('{', '{"actor":"Eve",'), text.replace('{', '{"\\u0061ctor":"Eve",')]) {
    expect(await verify([first, twice, third])).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('edited.jsonl:2 names a member twice'),
    });
  }
  const { actor: _removed, ...nameless } = second;
  expect(await verify([first, nameless, third])).toMatchObject({
    code: 1,
    printed: [{ faults: [{ fault: 'removed_value', seq: 2 }] }],
  });
});

it.each([
  [[], 'name a workspace'],
  [['--file', '/nowhere/log'], 'no such file'],
  [['019a9f3e-0c4b-7d31-9a5e-6f0d1c2b3a49'], 'no workspace'],
])('[audit.verify-command] with %j it says what is wrong', async (args, complaint) => {
  const result = await runAdmin(['audit', 'verify', ...args], online());
  expect(result).toMatchObject({ code: 1, complaint: expect.stringContaining(complaint) });
});

it('[audit.verify-command] a head that nobody of the deployment has signed, and a line that is no entry, are refused', async () => {
  const entries = await exported(await workspaceWith(0));
  const file = await save('one.jsonl', entries);
  const others = new Statements([{ key: Buffer.alloc(32, 2) }]);
  const forged = await save('forged', [others.sign('audit-head+json', { seq: 1 })]);
  const verify = async (...args: string[]) => await runAdmin(['audit', 'verify', ...args], env);
  expect(await verify('--file', file, '--heads', forged)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('forged:1 is not a head'),
  });
  expect(await verify('--file', forged)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('forged:1 is not an entry'),
  });
});

it('[audit.verify-command] an export as CSV has a line for each entry, and no name is a formula', async () => {
  const id = await workspaceWith(1);
  let output = '';
  const { runCommand } = await import('#process/admin/run.ts');
  await runCommand(['audit', 'export', id, '--format', 'csv'], {
    env: { DEV_DIR: '/nowhere', ...online() },
    write: (text) => {
      output += text;
      return true;
    },
    complain: (text) => void (output += text),
    stopSignal: () => new AbortController().signal,
  });
  const [header, created, changed, ...rest] = output.split('\r\n');
  expect(header).toContain('seq,at,type,actor');
  expect(created).toContain('workspace.created');
  expect(changed).toContain("settings.changed,'=cmd,");
  expect(rest).toEqual(['']);
});
