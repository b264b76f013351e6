import { Pace } from '#engine/event-loop/pace.ts';
import type { PauseDocument, PauseWithContent, RunDocument, RunWithContent } from '#engine/documents/run.ts';
import { defined } from '#contract/defined.ts';
import { unusualOf } from '#engine/rules/payments/unusual.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { isOver } from '#engine/rules/ends.ts';
import { shownToWorkspace } from '#engine/rules/payments/payee-figures.ts';
import { isPauseFor, shownOf } from '#engine/rules/pause.ts';
import type { Database } from '../mongo/database.ts';

/** So many characters of shown content are parsed before other requests have their turn. */
const charactersAtOnce = 128 * 1024;
/** The figures about its payee that a held payment shows: of the run's subject, which everybody may see, or of the workspace. */
export type ShownTo = 'subject' | 'workspace';

/** A run can continue between the reads. Both are then repeated, up to this often. */
const mostReads = 5;

/**
 * Items with their shown content: that of held calls is read from the calls, with one query for all, the others have it. Items whose
 * call has been decided since they were read are left out.
 */
export async function withContent(
  db: Database,
  pauses: readonly PauseDocument[],
  to: ShownTo = 'subject',
): Promise<PauseWithContent[]> {
  const held = await heldContents(db, pauses, to);
  const pace = new Pace(charactersAtOnce);
  const shown: PauseWithContent[] = [];
  for (const pause of pauses) {
    const { shown: text = pause.shown, own = {} } = held.get(pause.tool_call_id) ?? {};
    if (text === undefined) continue;
    shown.push(withOwn({ ...pause, content: shownOf(pause, text) }, own));
    await pace.rest(text.length);
  }
  return shown;
}

/** Runs with what they wait for, as of shortly after they were read. */
export async function runsWithContent(
  db: Database,
  runs: readonly RunDocument[],
  to: ShownTo,
): Promise<RunWithContent[]> {
  const shown = await withContent(
    db,
    runs.flatMap(({ pauses = [] }) => pauses),
    to,
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
  to: ShownTo = 'subject',
): Promise<RunWithContent> {
  let run = known;
  for (let reads = 1; ; reads += 1) {
    const { pauses, ...rest } = run;
    if (pauses === undefined) return rest;
    const open = pauses.filter((pause) => !isOver(pause, now));
    const shown = await withContent(db, open, to);
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

/** The shown content of a held call, and the parts that only the workspace sees, if it is shown to it. */
interface HeldContent {
  shown: NonNullable<PauseDocument['shown']>;
  own: Pick<ToolCallDocument, 'payment' | 'origins'>;
}

async function heldContents(
  db: Database,
  pauses: readonly PauseDocument[],
  to: ShownTo,
): Promise<Map<string, HeldContent>> {
  const found = new Map<string, HeldContent>();
  const ids = pauses.flatMap(({ shown, tool_call_id }) => (shown === undefined ? [tool_call_id] : []));
  if (ids.length === 0) return found;
  const pace = new Pace(charactersAtOnce);
  const projection = { shown: 1, ...(to === 'workspace' ? { payment: 1, origins: 1 } : {}) };
  const calls = db.tool_calls.find({ _id: { $in: ids } }, { projection });
  for await (const { _id, shown, payment, origins } of calls) {
    if (shown === undefined) continue;
    found.set(_id, { shown, own: defined({ payment, origins }) });
    await pace.rest(shown.length);
  }
  return found;
}

/** An item as the workspace sees it, with the parts that are its own. */
function withOwn(pause: PauseWithContent, own: HeldContent['own']): PauseWithContent {
  if (!isPauseFor(pause, 'confirmation')) return pause;
  const { payment } = pause.content;
  const { payment: known, origins } = own;
  return {
    ...pause,
    content: {
      ...pause.content,
      ...defined({
        payment: payment && shownToWorkspace(payment, known?.facts),
        unusual: unusualOf(own, 'workspace'),
        origins,
      }),
    },
  };
}
