import { type Command, InvalidArgumentError } from 'commander';
import { signInUrl } from '#contract/console.ts';
import { defined } from '#contract/defined.ts';
import { insertLink } from '#store/console/links.ts';
import { newSecret, signOutWorkspace } from '#store/console/sessions.ts';
import { consoleBaseUrl } from './stack-defaults.ts';
import type { CommandContext } from './context.ts';
import { mustExist } from './workspaces/must-exist.ts';

const validMs = 15 * 60_000;

/** `admin console …`: who may sign in to the console without an API key, and who is signed out (docs/console.md). */
export function addConsoleCommand(program: Command, context: CommandContext): void {
  const { onDatabase, print } = context;
  const command = program.command('console').description('manage who is signed in to the console');

  command
    .command('link')
    .argument('<workspace>', 'workspace id')
    .option('--name <name>', 'who signs in; default: asked for at sign-in', personName)
    .description('print a link that signs in to the console once, within 15 minutes')
    .action(
      onDatabase(async (db, workspaceId: string, { name }: { name?: string }) => {
        const baseUrl = consoleBaseUrl(context.env);
        await mustExist(db, workspaceId);
        const code = newSecret();
        const link = { workspace_id: workspaceId, ...defined({ name }) };
        const { link_id, expires_at } = await insertLink(db, link, code, { now: new Date(), validMs });
        print({ id: link_id, url: signInUrl(baseUrl, code), expires_at });
      }),
    );

  command
    .command('sign-out')
    .argument('<workspace>', 'workspace id')
    .description('end all console sessions of a workspace, and its links that are not used yet')
    .action(
      onDatabase(async (db, workspaceId: string) => {
        await mustExist(db, workspaceId);
        print({ workspace_id: workspaceId, ...(await signOutWorkspace(db, workspaceId)) });
      }),
    );
}

function personName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= 255) return name;
  throw new InvalidArgumentError('must have 1 to 255 characters');
}
