import type { TurnDocument } from '#engine/documents/turn.ts';
import type { Encrypted } from './encrypted.ts';

/** A turn as it is stored: what the model thought is encrypted. */
export interface StoredTurn extends Omit<TurnDocument, 'reasoning'> {
  reasoning?: Encrypted;
}
