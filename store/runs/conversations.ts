import type { RunWithContent } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { TurnDocument } from '#engine/documents/turn.ts';
import type { Database } from '../mongo/database.ts';
import { newestWithin } from '../mongo/newest-within.ts';
import { runsWithContent } from '../threads/shown-content.ts';

/** Runs with what they said and did, and what they wait for. */
export interface RunsInFull {
  runs: RunWithContent[];
  /** The texts of turns by run and `seq`, as they are shown. */
  texts: Map<string, Map<number, string>>;
  /** The calls by run, in the order of turns and, within a turn, in the model's order; without requests to hosts. */
  calls: Map<string, ToolCallDocument[]>;
  /** The newest run of which not all was read, for lack of room: it and older ones have neither texts nor calls. */
  rest: string | undefined;
}

/**
 * Runs with the texts of their turns and their calls.
 * @param characters the longest total of texts, arguments and results that is read, each, of the newest runs
 */
export async function readRunsInFull(db: Database, ids: string[], characters: number): Promise<RunsInFull> {
  const ofRuns = { run_id: { $in: ids } };
  const [runs, turns, calls] = await Promise.all([
    db.runs.find({ _id: { $in: ids } }).toArray(),
    newestWithin(
      db.turns
        .find<Pick<TurnDocument, 'run_id' | 'seq' | 'text' | 'shown'>>(ofRuns, {
          projection: { run_id: 1, seq: 1, text: 1, shown: 1 },
        })
        .sort({ run_id: -1, seq: -1 }),
      ({ text, shown = text }) => text.length + shown.length,
      characters,
    ),
    newestWithin(
      db.tool_calls
        .find<ToolCallDocument>(ofRuns, { projection: { request: 0, sending: 0, tries: 0 } })
        .sort({ run_id: -1, turn_seq: -1, index: -1 }),
      ({ args, result = '' }) => args.length + result.length,
      characters,
    ),
  ]);
  // Ids of runs are ordered by the time at which they were opened.
  const [rest] = [turns.rest?.run_id, calls.rest?.run_id]
    .filter((id) => id !== undefined)
    .toSorted()
    .toReversed();
  const isWhole = ({ run_id }: { run_id: string }) => rest === undefined || run_id > rest;
  const turnsByRun = Map.groupBy(turns.documents.filter(isWhole), ({ run_id }) => run_id);
  const texts = new Map(
    [...turnsByRun].map(([run, said]) => [
      run,
      new Map(said.map(({ seq, text, shown = text }) => [seq, shown])),
    ]),
  );
  return {
    runs: await runsWithContent(db, runs, 'subject'),
    texts,
    calls: Map.groupBy(calls.documents.filter(isWhole).toReversed(), ({ run_id }) => run_id),
    rest,
  };
}
