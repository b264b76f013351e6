import type { LoadedRun } from '../documents/run.ts';
import type { TurnDocument } from '../documents/turn.ts';
import {
  type RunForModel,
  type ToolCallForModel,
  callFieldsForModel,
  turnFieldsForModel,
  type TurnForModel,
} from '../ports/conversation-store.ts';
import { isTerminal } from '#contract/run-state.ts';

/** A run's next turn follows within seconds, or a person was asked in between. */
const rememberedMs = 30_000;
/** A longer run is read again. It is far less than a model's limit. */
const mostCharacters = 512 * 1024;
/** Maximum for all runs together. */
const mostTogether = 16 * 1024 * 1024;

interface Remembered extends RunForModel {
  /** The ids of the calls of the latest turn, which are not among the others yet. */
  latest: string[];
  characters: number;
  at: Date;
}

/**
 * The turns of runs that this process has sent to a model and stored: the next turn shows the same, and the calls of
 * the turn before it. A stored turn does not change, and neither does a call that is over, so this is as good as a
 * read, if the run still has that turn: a run of a restored store has calls with other ids.
 */
export class RecentTurns {
  readonly #runs = new Map<string, Remembered>();
  #characters = 0;

  /**
   * Remembers a stored turn.
   * @param content the model's input before it
   * @param after the stored documents
   */
  note(content: RunForModel, turn: TurnDocument, { run, calls }: LoadedRun, now: Date): void {
    this.#forget(run._id);
    for (const [id, { at }] of this.#runs) {
      if (!isOld(at, now)) break;
      this.#forget(id);
    }
    const turns = [...content.turns, picked(turnFieldsForModel, turn)];
    const characters = charactersOf({ turns, calls: content.calls });
    if (isTerminal(run.state) || characters > mostCharacters || !isStoredAsItIs(turn)) return;
    const latest = calls.map(({ _id }) => _id);
    this.#runs.set(run._id, { turns, calls: content.calls, latest, characters, at: now });
    this.#characters += characters;
    for (const [id] of this.#runs) {
      if (this.#characters <= mostTogether) break;
      this.#forget(id);
    }
  }

  /**
   * The content of a run up to its latest turn; undefined if it is not completely known.
   * @param stored the run, with the results of the calls of that turn if they are known
   */
  upTo({ run, calls }: Pick<LoadedRun, 'run' | 'calls'>, now: Date): RunForModel | undefined {
    const known = this.#runs.get(run._id);
    if (known === undefined || isOld(known.at, now)) return undefined;
    if (known.turns.at(-1)?.seq !== run.turn_count || known.latest.length === 0) return undefined;
    const ids = new Set(calls.map(({ _id }) => _id));
    if (!known.latest.every((id) => ids.has(id))) return undefined;
    // Each call that is over has a result.
    if (calls.some(({ result }) => result === undefined)) return undefined;
    const latest = calls
      .map((call) => picked(callFieldsForModel, call))
      .toSorted((one, other) => one.index - other.index);
    const content = { turns: known.turns, calls: [...known.calls, ...latest] };
    return charactersOf(content) > mostCharacters ? undefined : content;
  }

  #forget(runId: string): void {
    this.#characters -= this.#runs.get(runId)?.characters ?? 0;
    this.#runs.delete(runId);
  }
}

/** The store replaces what is not well-formed Unicode. All else that a model says is stored as JSON, or was well formed before. */
function isStoredAsItIs({ calls }: TurnDocument): boolean {
  return calls.every(({ id, name, unparsed = '' }) =>
    [id, name, unparsed].every((text) => text.isWellFormed()),
  );
}

function isOld(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() > rememberedMs;
}

/** The fields of a document that models see, as a read returns them. */
function picked<Field extends string, Document extends { [field in Field]?: unknown }>(
  fields: Record<Field, 1>,
  document: Document,
): Pick<Document, Field> {
  const names = Object.keys(fields) as Field[];
  const entries = names.filter((name) => document[name] !== undefined).map((name) => [name, document[name]]);
  return Object.fromEntries(entries) as Pick<Document, Field>;
}

function charactersOf({ turns, calls }: RunForModel): number {
  return (
    turns.reduce((sum, turn) => sum + sizeOfTurn(turn), 0) +
    calls.reduce((sum, call) => sum + sizeOfCall(call), 0)
  );
}

function sizeOfTurn({ text, shown = '', reasoning, calls }: TurnForModel): number {
  return calls.reduce(
    (sum, { args = '', unparsed = '' }) => sum + args.length + unparsed.length + 100,
    text.length + shown.length + (reasoning?.length ?? 0) + 100,
  );
}

function sizeOfCall({ args, result = 0, decision, approvals = [] }: ToolCallForModel): number {
  const details = [decision, ...approvals].map((each) => each?.detail?.length ?? 0);
  const shown = typeof result === 'number' ? 0 : result.length;
  return details.reduce((sum, length) => sum + length, args.length + shown + 100);
}
