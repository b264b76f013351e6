import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { readStatement, Statements, statementTypes } from '#adapters/statements/statements.ts';
import { AuditHead } from '#contract/audit.ts';
import type { SignedHead } from '#contract/audit-verification.ts';
import { parseJson } from '#contract/json.ts';
import { EncryptionKeys } from '#process/config/environment.ts';
import { jwsOf } from './jws-of.ts';

const Keys = z.object({ keys: z.array(z.looseObject({})) });

/**
 * The public keys of a file or, without one, those that follow from the deployment's encryption keys.
 * @throws {Error} if there are neither
 */
export async function readKeys(
  file: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<{ keys: object[] }> {
  if (file !== undefined) return Keys.parse(parseJson(await readFile(file, 'utf8')));
  const given = env['ENCRYPTION_KEYS'];
  if (given === undefined) throw new Error('name the --keys that signed the heads, or set ENCRYPTION_KEYS');
  return new Statements(EncryptionKeys.parse(given)).jwks;
}

/**
 * The heads of a file: on each line a compact JWS, or the answer of `GET /v1/audit/head` that has one.
 * @throws {Error} if one is not signed by any of the keys
 */
export async function readHeads(file: string, keys: { keys: object[] }): Promise<SignedHead[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return await Promise.all(
    lines.map(async (line, index) => {
      try {
        return AuditHead.parse(await readStatement(keys, statementTypes.head, jwsOf(line)));
      } catch (error) {
        throw new Error(`${file}:${index + 1} is not a head that one of the keys has signed`, {
          cause: error,
        });
      }
    }),
  );
}
