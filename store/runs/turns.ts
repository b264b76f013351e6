import { defined } from '#contract/defined.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { TurnReasoning } from '#engine/documents/turn.ts';
import {
  type TextOrLength,
  turnFieldsForModel,
  type TurnForModel,
} from '#engine/ports/conversation-store.ts';
import type { Keyring } from '../credentials/encryption.ts';
import type { StoredTurn } from '../documents/turn.ts';
import type { Database } from '../mongo/database.ts';
import { newestWithin, textOrLength } from '../mongo/newest-within.ts';
import { openReasoning, sealedLength } from './sealed-turns.ts';

/** A turn as a trace shows it, without the texts for which there is no room. */
export type TurnForTrace = Omit<StoredTurn, 'request' | 'response' | 'reasoning'> & {
  request: TextOrLength<JsonText>;
  response: TextOrLength<JsonText>;
  reasoning?: JsonText<TurnReasoning>;
};

/**
 * A run's turns in order. Only the newest turns of a long run have their payloads, and what the model thought.
 * @param characters the longest total of the payloads that are read
 */
export async function listTurnsForTrace(
  db: Database,
  keyring: Keyring,
  runId: string,
  characters: number,
): Promise<TurnForTrace[]> {
  const { documents, rest } = await newestWithin(
    db.turns.find({ run_id: runId }).sort({ seq: -1 }),
    (turn) => turn.request.length + turn.response.length + sealedLength(turn),
    characters,
  );
  const newest = documents.toReversed().map((turn) => opened(keyring, turn));
  if (rest === undefined) return newest;
  const older = await db.turns
    .aggregate<TurnForTrace>([
      { $match: { run_id: runId, seq: { $lte: rest.seq } } },
      { $sort: { seq: 1 } },
      { $set: { request: textOrLength('$request'), response: textOrLength('$response') } },
      { $unset: 'reasoning' },
    ])
    .toArray();
  return [...older, ...newest];
}

/** A turn as later ones see it, with its id. */
export type ReadTurn = TurnForModel & { _id: string };

/**
 * A run's turns in order, without their payloads, which can be hundreds of megabytes for a long run.
 * @param options.from the first turn that is read. Default: the run's first
 * @param options.characters the longest total of what was thought in the turns that is read, of the newest ones
 * @returns the turns, and whether everything that was thought in them was read
 */
export async function readTurnsForModel(
  db: Database,
  keyring: Keyring,
  runId: string,
  { from = 1, characters }: { from?: number; characters: number },
): Promise<{ turns: ReadTurn[]; isWhole: boolean }> {
  const { reasoning: _, ...withoutThought } = turnFieldsForModel;
  const { documents, rest } = await newestWithin(
    db.turns
      .find<Pick<StoredTurn, '_id' | 'seq' | 'text' | 'shown' | 'reply_faults' | 'calls' | 'reasoning'>>(
        { run_id: runId, seq: { $gte: from } },
        { projection: turnFieldsForModel },
      )
      .sort({ seq: -1 }),
    sealedLength,
    characters,
  );
  const newest = documents.toReversed().map((turn) => opened(keyring, turn));
  if (rest === undefined) return { turns: newest, isWhole: true };
  const older = await db.turns
    .find<ReadTurn>({ run_id: runId, seq: { $gte: from, $lte: rest.seq } }, { projection: withoutThought })
    .sort({ seq: 1 })
    .toArray();
  return { turns: [...older, ...newest], isWhole: false };
}

function opened<Turn extends Pick<StoredTurn, '_id' | 'reasoning'>>(
  keyring: Keyring,
  turn: Turn,
): Omit<Turn, 'reasoning'> & { reasoning?: JsonText<TurnReasoning> } {
  const { reasoning: _, ...others } = turn;
  return { ...others, ...defined({ reasoning: openReasoning(keyring, turn) }) };
}
