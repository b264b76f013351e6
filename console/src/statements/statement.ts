import { isJsonObject } from '#contract/json.ts';

/** Public keys, as at `/.well-known/jwks.json`. */
export interface StatementKeys {
  keys: object[];
}

/** A statement whose signature was verified. */
export interface Statement {
  payload: Record<string, unknown>;
  /** The id of the key that signed it. */
  kid: string;
}

/** The type of a statement, from the header of its JWS. */
export type StatementType = 'audit-head+json' | 'call-receipt+json';

/** The published keys. They can be compared at any address of the service. */
export async function publishedKeys(signal?: AbortSignal): Promise<StatementKeys> {
  const response = await fetch('/.well-known/jwks.json', { ...(signal && { signal }) });
  if (!response.ok) throw new Error(`The keys of the service cannot be read: ${response.status}.`);
  return readKeys(await response.text());
}

/** @throws {Error} if a text is no set of keys */
export function readKeys(text: string): StatementKeys {
  const value = parse(text);
  const keys = isJsonObject(value) ? value['keys'] : undefined;
  if (!Array.isArray(keys) || !keys.every(isJsonObject)) throw new Error('This is not a set of keys (JWKS).');
  return { keys };
}

/** The JWS of a line: itself, or in the answer of the API that has it. */
export function jwsOf(line: string): string {
  const value = parse(line);
  const answer = isJsonObject(value) ? (value['data'] ?? value) : undefined;
  const jws = isJsonObject(answer) ? answer['jws'] : undefined;
  return typeof jws === 'string' ? jws : line.trim();
}

/**
 * Verifies a statement in the browser.
 * @throws {Error} if none of the keys has signed it, or it is of another type
 */
export async function verifyStatement(
  keys: StatementKeys,
  typ: StatementType,
  jws: string,
): Promise<Statement> {
  // Only who verifies needs it.
  const { compactVerify, createLocalJWKSet } = await import('jose');
  const ofStatements = keys.keys.filter((key) => !('purpose' in key) || key.purpose === 'statements');
  const found = await compactVerify(jws, createLocalJWKSet({ keys: ofStatements }), {
    algorithms: ['EdDSA', 'ES256'],
  });
  const { protectedHeader, payload } = found;
  if (protectedHeader.typ !== typ) throw new Error(`This statement is not of the type ${typ}.`);
  const content: unknown = JSON.parse(new TextDecoder().decode(payload));
  if (!isJsonObject(content)) throw new Error('The statement is empty.');
  return { payload: content, kid: protectedHeader.kid ?? '' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
