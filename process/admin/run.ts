import { Argument, Command, CommanderError, InvalidArgumentError } from 'commander';
import { creditsOfText, toCredits } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import { EnvironmentError, parseTemporalEnvironment } from '#process/config/environment.ts';
import { databaseSettings, temporalSettings } from '#process/config/settings.ts';
import { grantCredits, readBalance } from '#store/money/accounts.ts';
import { openDatabase, openMigrated } from '#store/open-database.ts';
import {
  createWorkspace,
  listWorkspaces,
  setWorkspaceRate,
  setWorkspaceStreams,
  setWorkspaceVoice,
} from '#store/credentials/workspaces.ts';
import { addApiKeyCommand } from './api-keys.ts';
import { addAuditCommand } from './audit/command.ts';
import { addConsoleCommand } from './console.ts';
import type { CommandContext } from './context.ts';
import { addIdentifyCommand } from './identify.ts';
import { databaseEnvironment } from './stack-defaults.ts';
import { addModelsCommand } from './models.ts';
import { addReceiptCommand } from './receipts/command.ts';
import { prepareTemporal } from './temporal/prepare.ts';

/** The standard streams and the environment of the command, replaceable in tests. */
export interface CommandIo extends Pick<CommandContext, 'env' | 'stopSignal'> {
  /** Writes to standard output. */
  write: (text: string) => void;
  /** Writes to standard error. */
  complain: (text: string) => void;
}

/**
 * Runs the operator's command with these arguments.
 * @returns its exit status: 0, 1 after an error, 2 if a variable is missing or invalid, 3 if an import refused rows
 */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  let status = 0;
  const program = commandOf(io, (code) => (status = code));
  try {
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    // The error of the arguments has been printed already.
    if (error instanceof CommanderError) return error.exitCode;
    io.complain(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof EnvironmentError ? 2 : 1;
  }
}

function commandOf(io: CommandIo, endWith: (status: number) => void): Command {
  const { env, stopSignal } = io;
  const print = (value: unknown) => io.write(`${JSON.stringify(value)}\n`);
  const onDatabase: CommandContext['onDatabase'] =
    (work) =>
    async (...args) => {
      const { MONGODB_URI: uri, MONGODB_DATABASE: database } = databaseEnvironment(env);
      const db = await openDatabase({ uri, database });
      try {
        await work(db, ...args);
      } finally {
        await db.close();
      }
    };
  const context: CommandContext = { env, stopSignal, write: io.write, print, onDatabase, endWith };
  const program = new Command('admin')
    .exitOverride()
    .configureOutput({ writeOut: io.write, writeErr: io.complain })
    .description(
      'Prepare the database and Temporal; manage workspaces, API keys, credits, imported directories and sessions of the console. Works on MONGODB_URI, or on the development stack that runs here.',
    );

  const workspace = program.command('workspace');

  workspace
    .command('create')
    .argument('<name>')
    .option('--credits <n>', 'opening balance in credits', credits, 0)
    .option('--rate <n>', 'requests a minute, shared by all its keys', wholeNumber)
    .description('create a workspace; prints its id and its API key, this once')
    .action(
      onDatabase(async (db, name: string, options: { credits: number; rate?: number }) => {
        const created = await createWorkspace(db, {
          name,
          credits: options.credits,
          ...defined({ rate_limit_per_minute: options.rate }),
        });
        print({ workspace_id: created.workspace._id, api_key: created.api_key });
      }),
    );

  workspace
    .command('set-rate')
    .argument('<id>')
    .argument('<n>', 'requests a minute', wholeNumber)
    .description('set how many requests a minute a workspace may make')
    .action(
      onDatabase(async (db, id: string, n: number) => {
        if (!(await setWorkspaceRate(db, id, n))) throw new Error(`no workspace ${id}`);
        print({ workspace_id: id, rate_limit_per_minute: n });
      }),
    );

  workspace
    .command('set-streams')
    .argument('<id>')
    .argument('<n>', 'open event streams, over all API processes', wholeNumber)
    .description('set how many event streams a workspace may have open')
    .action(
      onDatabase(async (db, id: string, n: number) => {
        if (!(await setWorkspaceStreams(db, id, n))) throw new Error(`no workspace ${id}`);
        print({ workspace_id: id, stream_limit: n });
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
        for (const workspace of await listWorkspaces(db)) {
          const { _id, name, rate_limit_per_minute, stream_limit, created_at } = workspace;
          const balance = toCredits(await readBalance(db, _id));
          print({ workspace_id: _id, name, balance, rate_limit_per_minute, stream_limit, created_at });
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
      const settings = temporalSettings(parseTemporalEnvironment(env));
      await prepareTemporal(settings);
      print({ address: settings.address, namespace: settings.namespace });
    });

  addApiKeyCommand(program, context);
  addIdentifyCommand(program, context);
  addModelsCommand(program, context);
  addConsoleCommand(program, context);
  addAuditCommand(program, context);
  addReceiptCommand(program, context);

  program
    .command('migrate')
    .description(
      'create the collections and indexes that the service needs; a line for each index that is created, changed, rebuilt or unknown',
    )
    .action(async () => {
      const settings = databaseSettings(databaseEnvironment(env));
      const db = await openMigrated(settings, print);
      await db.close();
      print({ database: settings.database, migrated: true });
    });
  return program;
}

function credits(text: string): number {
  const amount = creditsOfText(text);
  if (amount === undefined) {
    throw new InvalidArgumentError('must be a number of credits, with at most six decimal places');
  }
  return amount;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('must be a whole number from 1');
  return Number(text);
}
