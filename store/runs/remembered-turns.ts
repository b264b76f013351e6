import { LRUCache } from 'lru-cache';
import type { TurnForModel } from '#engine/ports/conversation-store.ts';
import type { Keyring } from '../credentials/encryption.ts';
import type { Database } from '../mongo/database.ts';
import { type ReadTurn, readTurnsForModel } from './turns.ts';

/** A run's next turn follows within seconds, or a person was asked in between. */
const rememberedMs = 30_000;
const mostRuns = 200;
const mostCharacters = 16 * 1024 * 1024;
/** The turns of shorter runs are read as fast as one of them. */
const fewestTurns = 20;

/**
 * A run's turns in order, as a model sees them. Of a long run only those that this process has not read yet are read: with the
 * payloads of its trace, a turn is as large as all turns before it, and MongoDB reads documents whole. A turn that is stored does
 * not change while its run is open. The last known turn is read once more: if it is another one, the store was restored, and
 * everything is read.
 */
export function rememberedTurns(
  db: Database,
  keyring: Keyring,
): (runId: string, characters: number) => Promise<TurnForModel[]> {
  const remembered = new LRUCache<string, ReadTurn[]>({
    max: mostRuns,
    maxSize: mostCharacters,
    sizeCalculation: (turns) => turns.reduce((sum, turn) => sum + sizeOf(turn), 1),
    ttl: rememberedMs,
    perf: { now: () => performance.now() },
  });
  const readNew = async (runId: string, characters: number): Promise<ReadTurn[] | undefined> => {
    const known = remembered.get(runId);
    const last = known?.at(-1);
    if (known === undefined || last === undefined) return undefined;
    const { turns, isWhole } = await readTurnsForModel(db, keyring, runId, { from: last.seq, characters });
    const all = [...known.slice(0, -1), ...turns];
    const isContinued = isWhole && turns[0]?._id === last._id && thoughtIn(all) <= characters;
    return isContinued ? all : undefined;
  };
  return async (runId, characters) => {
    let turns = await readNew(runId, characters);
    if (turns === undefined) {
      const read = await readTurnsForModel(db, keyring, runId, { characters });
      ({ turns } = read);
      if (!read.isWhole) remembered.delete(runId);
      else if (turns.length >= fewestTurns) remembered.set(runId, turns);
    } else remembered.set(runId, turns);
    return turns.map(({ _id, ...turn }) => turn);
  };
}

function thoughtIn(turns: ReadTurn[]): number {
  return turns.reduce((sum, { reasoning }) => sum + (reasoning?.length ?? 0), 0);
}

function sizeOf({ text, shown = '', reasoning, calls }: ReadTurn): number {
  const made = calls.reduce(
    (sum, { args = '', unparsed = '' }) => sum + args.length + unparsed.length + 100,
    0,
  );
  return text.length + shown.length + (reasoning?.length ?? 0) + made + 100;
}
