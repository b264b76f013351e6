import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';
import { Actor, Uuid } from './ids.ts';
import { DecisionName } from './run-names.ts';
import { Timestamp } from './timestamp.ts';

/** The statement that a passkey signs: the challenge is the SHA-256 of its canonical JSON (RFC 8785). */
export const DecisionStatement = z
  .object({
    challenge_id: z.string().meta({ description: '32 random bytes in base64url.' }),
    workspace_id: Uuid,
    actor: Actor,
    decision: DecisionName,
    digests: z.array(z.string()).meta({ description: 'The digests of all items, sorted.' }),
    expires_at: Timestamp,
  })
  .meta({ id: 'DecisionStatement' });
export type DecisionStatement = z.infer<typeof DecisionStatement>;

/** The text whose SHA-256 is the challenge. */
export function statementText(statement: DecisionStatement): string {
  const { challenge_id, workspace_id, actor, decision, digests, expires_at } = statement;
  return canonicalJson({ challenge_id, workspace_id, actor, decision, digests, expires_at });
}
