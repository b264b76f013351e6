import { type Command, Option } from 'commander';
import { type SignedHead, type Verified, verifyEntries } from '#contract/audit-verification.ts';
import { defined } from '#contract/defined.ts';
import type { Database } from '#store/mongo/database.ts';
import type { CommandContext } from '../context.ts';
import { mustExist } from '../workspaces/must-exist.ts';
import { entriesOf, entriesOfFile, recomputed, sealedHead } from './entries.ts';
import { csvHeader, csvOfEntry } from '#contract/words/audit-csv.ts';
import { readHeads, readKeys } from './heads.ts';
import { StoredDecisions } from './stored-decisions.ts';

interface VerifyOptions {
  file?: string;
  heads?: string;
  keys?: string;
}

/** `admin audit …`: verifies and exports audit logs (docs/audit.md). */
export function addAuditCommand(program: Command, context: CommandContext): void {
  const { onDatabase, print, write, endWith } = context;
  const command = program.command('audit').description('verify and export the audit logs of workspaces');

  command
    .command('verify')
    .argument('[workspace]', 'workspace id; none with --file')
    .option('--file <file>', 'an export in JSON Lines, which is verified without a database')
    .option('--heads <file>', 'kept heads: a compact JWS on each line')
    .option(
      '--keys <file>',
      'the keys that signed them, as saved from /.well-known/jwks.json; default: ENCRYPTION_KEYS',
    )
    .description('verify the chain of an audit log; the status is 1 if it is not what was sealed')
    .action(async (workspace: string | undefined, { file, heads, keys }: VerifyOptions) => {
      if ((workspace === undefined) === (file === undefined))
        throw new Error('name a workspace, or a --file');
      const kept = heads === undefined ? [] : await readHeads(heads, await readKeys(keys, context.env));
      const end = (verified: Verified) => {
        print(verified);
        if (verified.faults.length > 0) endWith(1);
      };
      if (file !== undefined) return end(await verifyEntries(recomputed(entriesOfFile(file)), kept));
      await onDatabase(async (db) => end(await verifyStored(db, workspace ?? '', kept)))();
    });

  command
    .command('export')
    .argument('<workspace>', 'workspace id')
    .addOption(new Option('--format <format>').choices(['jsonl', 'csv']).default('jsonl'))
    .description('print an audit log in the order of its chain')
    .action(
      onDatabase(async (db, workspace: string, { format }: { format: 'jsonl' | 'csv' }) => {
        await mustExist(db, workspace);
        await sealedHead(db, workspace);
        if (format === 'csv') write(csvHeader);
        for await (const entry of entriesOf(db, workspace)) {
          const isRead = format === 'csv' ? write(csvOfEntry(entry)) : print(entry);
          if (!isRead) return;
        }
      }),
    );
}

/** The head that the store has counts like one that was kept: entries at the end that are gone are then missing. */
async function verifyStored(db: Database, workspace: string, kept: SignedHead[]): Promise<Verified> {
  await mustExist(db, workspace);
  const head = await sealedHead(db, workspace);
  const stored = new StoredDecisions(db, workspace);
  const verified = await verifyEntries(
    recomputed(entriesOf(db, workspace)),
    [...kept, ...Object.values(defined({ head }))],
    workspace,
    () => {},
    async (entry) => await stored.faultOf(entry),
  );
  return { ...verified, faults: [...verified.faults, ...(await stored.unlogged(verified.seq))] };
}
