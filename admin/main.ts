import { Argument, Command, InvalidArgumentError } from 'commander';
import { toCredits, toMicrocredits } from '#contract/credits.ts';
import { EnvironmentError, parseTemporalEnvironment } from '#config/environment.ts';
import { databaseSettings, temporalSettings } from '#config/settings.ts';
import { grantCredits, readBalance } from '#store/money/accounts.ts';
import type { Database } from '#store/mongo/database.ts';
import { openDatabase, openMigrated } from '#store/mongo/open-database.ts';
import {
  createWorkspace,
  listWorkspaces,
  setWorkspaceRate,
  setWorkspaceVoice,
} from '#store/credentials/workspaces.ts';
import { consoleCommand } from './console.ts';
import { identifyCommand } from './identify.ts';
import { databaseEnvironment } from './stack-defaults.ts';
import { prepareTemporal } from './temporal/prepare.ts';

/**
 * The operator's command: `npm run -s admin -- workspace create NAME`. Prints JSON to standard output, one object per
 * line. On an error it prints one sentence to standard error and exits with status 1.
 */
const program = new Command('admin').description(
  'Prepare the database and Temporal; manage workspaces, credits, imported directories and sessions of the console. Works on MONGODB_URI, or on the development stack that runs here.',
);

const workspace = program.command('workspace');

workspace
  .command('create')
  .argument('<name>')
  .option('--credits <n>', 'opening balance in credits', credits, 0)
  .option('--rate <n>', 'requests a minute, shared by all its keys', rate)
  .description('create a workspace; prints its id and its API key, this once')
  .action(
    onDatabase(async (db, name: string, options: { credits: number; rate?: number }) => {
      const created = await createWorkspace(db, {
        name,
        credits: options.credits,
        ...(options.rate === undefined ? {} : { rate_limit_per_minute: options.rate }),
      });
      print({ workspace_id: created.workspace._id, api_key: created.api_key });
    }),
  );

workspace
  .command('set-rate')
  .argument('<id>')
  .argument('<n>', 'requests a minute', rate)
  .description('set how many requests a minute a workspace may make')
  .action(
    onDatabase(async (db, id: string, n: number) => {
      if (!(await setWorkspaceRate(db, id, n))) throw new Error(`no workspace ${id}`);
      print({ workspace_id: id, rate_limit_per_minute: n });
    }),
  );

workspace
  .command('set-voice')
  .argument('<id>')
  .addArgument(new Argument('<state>').choices(['on', 'off']))
  .description('switch voice on or off for a workspace')
  .action(
    onDatabase(async (db, id: string, state: 'on' | 'off') => {
      if (!(await setWorkspaceVoice(db, id, state === 'on'))) throw new Error(`no workspace ${id}`);
      print({ workspace_id: id, voice: state });
    }),
  );

workspace
  .command('list')
  .description('list all workspaces')
  .action(
    onDatabase(async (db) => {
      for (const { _id, name, rate_limit_per_minute, created_at } of await listWorkspaces(db)) {
        const balance = toCredits(await readBalance(db, _id));
        print({ workspace_id: _id, name, balance, rate_limit_per_minute, created_at });
      }
    }),
  );

program
  .command('credits')
  .command('grant')
  .argument('<id>', 'workspace id')
  .argument('<n>', 'credits to add', credits)
  .description('add credits to a workspace')
  .action(
    onDatabase(async (db, id: string, amount: number) => {
      const balance = await grantCredits(db, id, amount);
      if (balance === null) throw new Error(`no workspace ${id}`);
      print({ workspace_id: id, balance: toCredits(balance) });
    }),
  );

program
  .command('temporal')
  .description('manage the Temporal at TEMPORAL_ADDRESS')
  .command('prepare')
  .description('register the namespace and add the search attributes, unless they exist')
  .action(async () => {
    const settings = temporalSettings(parseTemporalEnvironment(process.env));
    await prepareTemporal(settings);
    print({ address: settings.address, namespace: settings.namespace });
  });

program.addCommand(identifyCommand(onDatabase, print));
program.addCommand(consoleCommand(onDatabase, print));

program
  .command('migrate')
  .description(
    'create the collections and indexes that the service needs; a line for each index that is created, changed, rebuilt or unknown',
  )
  .action(async () => {
    const settings = databaseSettings(databaseEnvironment());
    const db = await openMigrated(settings, print);
    await db.close();
    print({ database: settings.database, migrated: true });
  });

/** An action of a command that works on the database. */
function onDatabase<Arguments extends unknown[]>(
  work: (db: Database, ...args: Arguments) => Promise<void>,
): (...args: Arguments) => Promise<void> {
  return async (...args) => {
    const { MONGODB_URI: uri, MONGODB_DATABASE: database } = databaseEnvironment();
    const db = await openDatabase({ uri, database });
    try {
      await work(db, ...args);
    } finally {
      await db.close();
    }
  };
}

function credits(text: string): number {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) {
    throw new InvalidArgumentError('must be a number of credits, with at most six decimal places');
  }
  return toMicrocredits(Number(text));
}

function rate(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('must be a whole number from 1');
  return Number(text);
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof EnvironmentError ? 2 : 1;
}
