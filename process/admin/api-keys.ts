import { type Command, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { type ApiKeyScope, apiKeyScopes, NewApiKey } from '#contract/api-key.ts';
import { faultInWords } from '#contract/faults-in-words.ts';
import { operatorOf } from '#store/audit/record.ts';
import {
  apiKeyDocument,
  deleteApiKey,
  insertApiKey,
  listApiKeys,
  newApiKey,
  toApiKey,
} from '#store/credentials/api-keys.ts';
import { type CommandContext, jsonOption, type ListOptions } from './context.ts';
import { mustExist } from './workspaces/must-exist.ts';

/** The most keys that are listed. */
const mostListed = 10_000;

/** `admin api-key …`: the API keys of workspaces (docs/operations.md). */
export function addApiKeyCommand(program: Command, { onDatabase, print, list }: CommandContext): void {
  const command = program.command('api-key').description('manage the API keys of a workspace');

  command
    .command('create')
    .argument('<workspace>', 'workspace id')
    .option('--name <name>', 'for people, to tell keys apart', field('name'))
    .option(
      '--scopes <names>',
      `its scopes, separated by commas: ${apiKeyScopes.join(', ')}; default: all`,
      scopeNames,
    )
    .option(
      '--expires-at <time>',
      'the time from which it is refused, as in 2027-01-31T12:00:00Z; default: it never expires',
      expiry,
    )
    .description('create an API key; prints it, this once, with its id, scopes and expiry')
    .action(
      onDatabase(async (db, workspaceId: string, { expiresAt: expires_at, ...rest }: KeyOptions) => {
        await mustExist(db, workspaceId);
        const key = newApiKey();
        const document = apiKeyDocument(workspaceId, key, { ...rest, ...(expires_at && { expires_at }) });
        await insertApiKey(db, operatorOf(workspaceId), document);
        print({ workspace_id: workspaceId, ...toApiKey(document), api_key: key });
      }),
    );

  command
    .command('list')
    .argument('<workspace>', 'workspace id')
    .option(...jsonOption)
    .description('list the API keys of a workspace, newest first, without the keys themselves')
    .action(
      onDatabase(async (db, workspaceId: string, options: ListOptions) => {
        await mustExist(db, workspaceId);
        const { items } = await listApiKeys(db, workspaceId, mostListed);
        list(items.map(toApiKey), options);
      }),
    );

  command
    .command('revoke')
    .argument('<workspace>', 'workspace id')
    .argument('<id>', 'id of the key, as api-key list prints it')
    .description('revoke an API key: every process refuses it within 5 seconds')
    .action(
      onDatabase(async (db, workspaceId: string, id: string) => {
        await mustExist(db, workspaceId);
        if (!(await deleteApiKey(db, operatorOf(workspaceId), id))) {
          throw new Error(`the workspace has no API key ${id}`);
        }
        print({ workspace_id: workspaceId, id, revoked: true });
      }),
    );
}

interface KeyOptions {
  name?: string;
  scopes?: ApiKeyScope[];
  expiresAt?: string;
}

const { shape } = NewApiKey;

function field<Name extends keyof typeof shape>(name: Name) {
  return (value: unknown): z.infer<(typeof shape)[Name]> => {
    const { success, data, error } = shape[name].safeParse(value, { error: faultInWords });
    if (success) return data as z.infer<(typeof shape)[Name]>;
    throw new InvalidArgumentError(error.issues.map(({ message }) => message).join('. '));
  };
}

function scopeNames(text: string): ApiKeyScope[] | undefined {
  return field('scopes')(text.split(',').map((name) => name.trim()));
}

function expiry(text: string): string | undefined {
  const time = field('expires_at')(text);
  if (time !== undefined && Date.parse(time) > Date.now()) return time;
  throw new InvalidArgumentError('must be in the future');
}
