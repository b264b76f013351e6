import type { SignedHead } from '#contract/audit-verification.ts';
import { jwsOf, type StatementKeys, verifyStatement } from '../../../statements/statement.ts';

/** A head whose signature was verified. */
export interface VerifiedHead extends SignedHead {
  /** When its entry happened; absent of an empty log. */
  at?: string;
  /** The id of the key that signed it. */
  kid: string;
}

/** @throws {Error} if none of the keys has signed it, or it is no head */
export async function readHead(keys: StatementKeys, jws: string): Promise<VerifiedHead> {
  const { payload, kid } = await verifyStatement(keys, 'audit-head+json', jws);
  const { workspace, seq, hash, at } = payload;
  if (typeof workspace !== 'string' || typeof seq !== 'number' || typeof hash !== 'string')
    throw new Error('This is not a head of an audit log.');
  return { workspace, seq, hash, kid, ...(typeof at === 'string' && { at }) };
}

/**
 * The heads that somebody kept: on each line a JWS, or the answer of the API that has one.
 * @throws {Error} that names the first line which none of the keys has signed
 */
export async function readKeptHeads(keys: StatementKeys, text: string): Promise<VerifiedHead[]> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return await Promise.all(
    lines.map(async (line, index) => {
      try {
        return await readHead(keys, jwsOf(line));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(
          `Line ${index + 1} of the kept heads is not a head that one of the keys has signed: ${why}`,
          {
            cause: error,
          },
        );
      }
    }),
  );
}
