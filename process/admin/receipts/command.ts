import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type CheckedReceipt, checkReceipt } from '#heddle-client/receipts/check-receipt.ts';
import { readKeys } from '../audit/heads.ts';
import { jwsOf } from '../audit/jws-of.ts';
import type { CommandContext } from '../context.ts';

interface VerifyOptions {
  file: string;
  passkeys?: string;
  keys?: string;
}

/** `admin receipt …`: verifies receipts without the service (docs/audit.md). */
export function addReceiptCommand(program: Command, { env, print, endWith }: CommandContext): void {
  program
    .command('receipt')
    .description('verify receipts of sent calls')
    .command('verify')
    .requiredOption('--file <file>', 'the receipt: a compact JWS, or the answer of the API that has one')
    .option('--passkeys <file>', 'thumbprints of passkeys that you trust, one on each line')
    .option(
      '--keys <file>',
      'the keys of the service, as saved from /.well-known/jwks.json; default: ENCRYPTION_KEYS, or none',
    )
    .description(
      'verify who has signed the decisions on a call, without the service; the status is 1 if a signature does not verify',
    )
    .action(async ({ file, passkeys, keys }: VerifyOptions) => {
      const hasKeys = keys !== undefined || env['ENCRYPTION_KEYS'] !== undefined;
      const checked = await checkReceipt(jwsOf(await readFile(file, 'utf8')), {
        jwks: hasKeys ? await readKeys(keys, env) : undefined,
        trusted: passkeys === undefined ? undefined : linesOf(await readFile(passkeys, 'utf8')),
      });
      print(shown(checked));
      if (checked.result === 'failed' || checked.result === 'key_not_trusted') endWith(1);
    });
}

function shown({ receipt, ...rest }: CheckedReceipt) {
  const { workspace: workspace_id, tool_call_id, digest } = receipt;
  return { workspace_id, tool_call_id, ...(digest === undefined ? {} : { digest }), ...rest };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
