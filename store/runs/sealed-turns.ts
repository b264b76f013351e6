import type { JsonText } from '#contract/json-text.ts';
import type { TurnDocument, TurnReasoning } from '#engine/documents/turn.ts';
import { DecryptionError, type Keyring, type Place } from '../credentials/encryption.ts';
import type { StoredTurn } from '../documents/turn.ts';

const place = (turnId: string): Place => ['turns', turnId, 'reasoning'];

/** A turn as it is stored, with what the model thought encrypted for its place. */
export function sealTurn(keyring: Keyring, { reasoning, ...turn }: TurnDocument): StoredTurn {
  return reasoning === undefined ? turn : { ...turn, reasoning: keyring.encrypt(place(turn._id), reasoning) };
}

/**
 * The model's reasoning. Undefined if there was none, or its key is gone. The run continues without it, as it does
 * after a change of provider.
 */
export function openReasoning(
  keyring: Keyring,
  { _id, reasoning }: Pick<StoredTurn, '_id' | 'reasoning'>,
): JsonText<TurnReasoning> | undefined {
  if (reasoning === undefined) return undefined;
  try {
    return keyring.decrypt(place(_id), reasoning) as JsonText<TurnReasoning>;
  } catch (error) {
    if (error instanceof DecryptionError) return undefined;
    throw error;
  }
}

/** The length of what is stored of it. */
export function sealedLength({ reasoning }: Pick<StoredTurn, 'reasoning'>): number {
  return reasoning?.ciphertext.length() ?? 0;
}
