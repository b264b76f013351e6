import { Command, CommanderError } from 'commander';
import { version } from '#adapters/telemetry/version.ts';
import { toCredits } from '#contract/credits.ts';
import { EnvironmentError, parseTemporalEnvironment } from '#process/config/environment.ts';
import { withSecretFiles } from '#process/config/secret-files.ts';
import { databaseSettings, temporalSettings } from '#process/config/settings.ts';
import { grantCredits } from '#store/money/accounts.ts';
import { openDatabase, openMigrated } from '#store/open-database.ts';
import { addApiKeyCommand } from './api-keys.ts';
import { addAuditCommand } from './audit/command.ts';
import { addConsoleCommand } from './console.ts';
import type { CommandContext } from './context.ts';
import { addIdentifyCommand } from './identify.ts';
import { databaseEnvironment } from './stack-defaults.ts';
import { addModelsCommand } from './models.ts';
import { addReceiptCommand } from './receipts/command.ts';
import { credits } from './numbers.ts';
import { tableOf } from './table.ts';
import { prepareTemporal } from './temporal/prepare.ts';
import { addWorkspaceCommand } from './workspaces/command.ts';
import { found } from './workspaces/must-exist.ts';

/** The standard streams and the environment of the command, replaceable in tests. */
export interface CommandIo extends Pick<CommandContext, 'env' | 'stopSignal' | 'write'> {
  /** Asks a person at the terminal. Absent if there is none. */
  ask?: CommandContext['ask'];
  /** Writes to standard error. */
  complain: (text: string) => void;
}

/**
 * Runs the operator's command with these arguments.
 * @returns its exit status: 0, 1 after an error, 2 if a variable is missing or invalid, 3 if an import refused rows
 */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  let status = 0;
  try {
    const program = commandOf({ ...io, env: withSecretFiles(io.env) }, (code) => (status = code));
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
  const { env, stopSignal, ask } = io;
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
  const list: CommandContext['list'] = (rows, { json }) => {
    if (json !== true) io.write(tableOf(rows));
    else for (const row of rows) print(row);
  };
  const context: CommandContext = { env, stopSignal, ask, write: io.write, print, list, onDatabase, endWith };
  const program = new Command('admin')
    .exitOverride()
    .version(version)
    .configureOutput({ writeOut: (text) => void io.write(text), writeErr: io.complain })
    .description(
      'Prepare the database and Temporal; manage workspaces, API keys, credits, imported directories and sessions of the console. Works on MONGODB_URI, or on the development stack that runs here.',
    );

  addWorkspaceCommand(program, context);

  program
    .command('credits')
    .description('add credits to workspaces')
    .command('grant')
    .argument('<id>', 'workspace id')
    .argument('<n>', 'credits to add', credits)
    .description('add credits to a workspace')
    .action(
      onDatabase(async (db, id: string, amount: number) => {
        const balance = found(await grantCredits(db, id, amount), id);
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
