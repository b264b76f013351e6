import { Pace } from '#engine/event-loop/pace.ts';
import type { PauseDocument, PauseWithContent, RunDocument, RunWithContent } from '#engine/documents/run.ts';
import { isOver } from '#engine/rules/ends.ts';
import { isPauseFor, shownOf } from '#engine/rules/pause.ts';
import type { Database } from '../mongo/database.ts';

/** So many characters of shown content are parsed before other requests have their turn. */
const charactersAtOnce = 128 * 1024;
/** A run can continue between the reads. Both are then repeated, up to this often. */
const mostReads = 5;

/**
 * Items with their shown content: that of held calls is read from the calls, with one query for all, the others have it. Items whose
 * call has been decided since they were read are left out.
 */
export async function withContent(
  db: Database,
  pauses: readonly PauseDocument[],
): Promise<PauseWithContent[]> {
  const texts = await heldTexts(db, pauses);
  const pace = new Pace(charactersAtOnce);
  const shown: PauseWithContent[] = [];
  for (const pause of pauses) {
    const text = pause.shown ?? texts.get(pause.tool_call_id);
    if (text === undefined) continue;
    shown.push({ ...pause, content: shownOf(pause, text) });
    await pace.rest(text.length);
  }
  return shown;
}

/** Runs with what they wait for, as of shortly after they were read. */
export async function runsWithContent(db: Database, runs: readonly RunDocument[]): Promise<RunWithContent[]> {
  const shown = await withContent(
    db,
    runs.flatMap(({ pauses = [] }) => pauses),
  );
  const byRun = Map.groupBy(shown, ({ run_id }) => run_id);
  return runs.map(({ pauses, ...run }) =>
    pauses === undefined ? run : { ...run, pauses: byRun.get(run._id) ?? [] },
  );
}

/**
 * A run with what it waits for, both of one moment.
 * @param known the run as it was just read
 * @param read reads it again, if it has continued since
 * @param now items that are over are left out
 */
export async function runWithContent(
  db: Database,
  known: RunDocument,
  read: () => Promise<RunDocument>,
  now: Date,
): Promise<RunWithContent> {
  let run = known;
  for (let reads = 1; ; reads += 1) {
    const { pauses, ...rest } = run;
    if (pauses === undefined) return rest;
    const open = pauses.filter((pause) => !isOver(pause, now));
    const shown = await withContent(db, open);
    if (shown.length === open.length || reads === mostReads) return { ...rest, pauses: shown };
    run = await read();
  }
}

/** The characters that are read to show what a run waits for, beside the run itself. */
export function heldLength({ pauses = [] }: Pick<RunDocument, 'pauses'>): number {
  return pauses
    .filter((pause) => isPauseFor(pause, 'confirmation'))
    .reduce((sum, { shown_length }) => sum + shown_length, 0);
}

async function heldTexts(db: Database, pauses: readonly PauseDocument[]) {
  const texts = new Map<string, NonNullable<PauseDocument['shown']>>();
  const ids = pauses.flatMap(({ shown, tool_call_id }) => (shown === undefined ? [tool_call_id] : []));
  if (ids.length === 0) return texts;
  const pace = new Pace(charactersAtOnce);
  const calls = db.tool_calls.find({ _id: { $in: ids } }, { projection: { shown: 1 } });
  for await (const { _id, shown } of calls) {
    if (shown === undefined) continue;
    texts.set(_id, shown);
    await pace.rest(shown.length);
  }
  return texts;
}
