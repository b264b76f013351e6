import { Argument, type Command, InvalidArgumentError } from 'commander';
import { toCredits } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { temporalSettings } from '#process/config/settings.ts';
import { readBalance } from '#store/money/accounts.ts';
import {
  createWorkspace,
  listWorkspaces,
  resumeWorkspace,
  setWorkspaceRate,
  setWorkspaceStreams,
  setWorkspaceVoice,
  suspendWorkspace,
} from '#store/credentials/workspaces.ts';
import type { CommandContext } from '../context.ts';
import { jsonOption, type ListOptions } from '../context.ts';
import { credits, wholeNumber } from '../numbers.ts';
import { temporalEnvironment } from '../stack-defaults.ts';
import { reachTemporal } from '../temporal/reach.ts';
import { deleteWorkspace } from './delete.ts';
import { found, mustExist } from './must-exist.ts';

/** `admin workspace …`: makes, limits, suspends and deletes workspaces (docs/operations.md). */
export function addWorkspaceCommand(program: Command, context: CommandContext): void {
  const { onDatabase, print, list } = context;
  const workspace = program
    .command('workspace')
    .description('create, list, limit, suspend and delete workspaces');

  workspace
    .command('create')
    .argument('<name>', 'for people, to tell workspaces apart', workspaceName)
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
    .command('list')
    .option(...jsonOption)
    .description('list all workspaces, oldest first')
    .action(
      onDatabase(async (db, options: ListOptions) => {
        const rows = [];
        for (const each of await listWorkspaces(db)) {
          const { _id, name, rate_limit_per_minute, stream_limit, created_at } = each;
          rows.push({
            workspace_id: _id,
            name,
            balance: toCredits(await readBalance(db, _id)),
            ...defined({ rate_limit_per_minute, stream_limit }),
            created_at,
            ...defined({ suspended_at: each.suspended_at }),
            ...(each.deletion === undefined ? {} : { deleting_since: each.deletion.begun_at }),
          });
        }
        list(rows, options);
      }),
    );

  workspace
    .command('set-rate')
    .argument('<id>', 'workspace id')
    .argument('<n>', 'requests a minute', wholeNumber)
    .description('set how many requests a minute a workspace may make')
    .action(
      onDatabase(async (db, id: string, n: number) => {
        found(await setWorkspaceRate(db, id, n), id);
        print({ workspace_id: id, rate_limit_per_minute: n });
      }),
    );

  workspace
    .command('set-streams')
    .argument('<id>', 'workspace id')
    .argument('<n>', 'open event streams, over all API processes', wholeNumber)
    .description('set how many event streams a workspace may have open')
    .action(
      onDatabase(async (db, id: string, n: number) => {
        found(await setWorkspaceStreams(db, id, n), id);
        print({ workspace_id: id, stream_limit: n });
      }),
    );

  workspace
    .command('set-voice')
    .argument('<id>', 'workspace id')
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .description('switch voice on or off for a workspace')
    .action(
      onDatabase(async (db, id: string, state: 'on' | 'off') => {
        found(await setWorkspaceVoice(db, id, state === 'on'), id);
        print({ workspace_id: id, voice: state });
      }),
    );

  workspace
    .command('suspend')
    .argument('<id>', 'workspace id')
    .description(
      'refuse every request of a workspace with 403 workspace_suspended, within seconds; accepted runs and webhooks continue',
    )
    .action(
      onDatabase(async (db, id: string) => {
        print({ workspace_id: id, suspended_at: found(await suspendWorkspace(db, id), id) });
      }),
    );

  workspace
    .command('resume')
    .argument('<id>', 'workspace id')
    .description('accept requests of a suspended workspace again')
    .action(
      onDatabase(async (db, id: string) => {
        const { deletion } = found(await resumeWorkspace(db, id), id);
        if (deletion !== undefined) throw new Error(`the workspace ${id} is being deleted`);
        print({ workspace_id: id, suspended_at: null });
      }),
    );

  workspace
    .command('delete')
    .argument('<id>', 'workspace id')
    .option('--name <name>', 'its name, as confirmation; asked for at a terminal')
    .description(
      'delete a workspace with all of its data, its audit log included, and end its workflows; repeat it after a crash',
    )
    .action(
      onDatabase(async (db, id: string, { name }: { name?: string }) => {
        const { name: own } = await mustExist(db, id);
        const given =
          name ?? (await context.ask?.(`Everything of the workspace is lost. Its name, to delete it: `));
        if (given === undefined) throw new Error(`confirm with the name of the workspace: --name '${own}'`);
        if (given !== own) throw new Error('that is not the name of the workspace: nothing was deleted');
        const settings = temporalSettings(temporalEnvironment(context.env));
        await reachTemporal(settings);
        const temporal = createTemporalClient(settings);
        try {
          print({ workspace_id: id, ...(await deleteWorkspace({ db, temporal }, id)) });
        } finally {
          await temporal.connection.close();
        }
      }),
    );
}

function workspaceName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= 255) return name;
  throw new InvalidArgumentError('must have 1 to 255 characters');
}
