import { SignedStatement } from '#contract/audit.ts';
import { isJsonObject, parseJson } from '#contract/json.ts';

/**
 * The compact JWS in a text: the text itself, or the answer of the API that has it.
 * @throws {Error} if an answer has none
 */
export function jwsOf(text: string): string {
  const value = parseJson(text);
  if (!isJsonObject(value)) return text.trim();
  return SignedStatement.parse(value['data'] ?? value).jws;
}
