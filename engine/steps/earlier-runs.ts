import { isTerminal } from '#contract/run-state.ts';
import type { LoadedRun, RunDocument } from '../documents/run.ts';
import type { ConversationStore, EarlierRun, ToolCallForModel } from '../ports/conversation-store.ts';

/** Much shorter than an erasure waits before it looks once more for what is left of a subject. */
const rememberedMs = 30_000;
/** Maximum for one run. A run with more is read again. */
const mostCharacters = 64 * 1024;
/** Maximum for all runs together. */
const mostTogether = 16 * 1024 * 1024;

interface Remembered {
  run: EarlierRun;
  characters: number;
  at: Date;
}

/**
 * The content of recently ended runs that this process has stored or read, for the runs that follow on their threads. A
 * run that has ended does not change any more, unless it proposed an action whose outcome may still be reported: such a
 * run is read each time.
 */
export class EarlierRuns {
  readonly #runs = new Map<string, Remembered>();
  #characters = 0;

  /** Notes a run with all its calls. Only one that cannot change any more is remembered. */
  note({ _id, state, reason, error }: RunDocument, calls: readonly ToolCallForModel[], now: Date): void {
    const ended = reason === undefined ? { _id, state } : { _id, state, reason };
    this.#remember({ ...(error === undefined ? ended : { ...ended, error }), calls: [...calls] }, now);
  }

  /**
   * Runs of a thread by their ids, from memory as far as they are known.
   * @param options.characters the longest total of the arguments and results that are read
   */
  async read(
    conversations: Pick<ConversationStore, 'earlier'>,
    { active_runs, pauses }: Pick<LoadedRun['thread'], 'active_runs' | 'pauses'>,
    ids: readonly string[],
    { characters, now }: { characters: number; now: Date },
  ): Promise<Map<string, EarlierRun>> {
    // A store that was restored may have a run open again that had ended.
    const open = new Set([...active_runs, ...pauses.map(({ run_id }) => run_id)]);
    const found = new Map<string, EarlierRun>();
    const unknown: string[] = [];
    for (const id of ids) {
      const run = open.has(id) ? undefined : this.#get(id, now);
      if (run === undefined) unknown.push(id);
      else found.set(id, run);
    }
    if (unknown.length === 0) return found;
    for (const run of await conversations.earlier(unknown, characters)) {
      found.set(run._id, run);
      this.#remember(run, now);
    }
    return found;
  }

  #get(id: string, now: Date): EarlierRun | undefined {
    const known = this.#runs.get(id);
    return known === undefined || isOld(known, now) ? undefined : known.run;
  }

  #remember(run: EarlierRun, now: Date): void {
    this.#forget(run._id);
    for (const [id, known] of this.#runs) {
      if (!isOld(known, now) && this.#characters <= mostTogether) break;
      this.#forget(id);
    }
    const characters = run.calls.reduce((sum, call) => sum + sizeOf(call), 100);
    if (!isTerminal(run.state) || characters > mostCharacters || run.calls.some(mayChange)) return;
    this.#runs.set(run._id, { run, characters, at: now });
    this.#characters += characters;
  }

  #forget(id: string): void {
    this.#characters -= this.#runs.get(id)?.characters ?? 0;
    this.#runs.delete(id);
  }
}

/** An outcome can be reported at any time. A result that was not read is read when there is room for it. */
function mayChange({ interaction, outcome, result }: ToolCallForModel): boolean {
  return (interaction === 'proposed_action' && outcome === undefined) || typeof result === 'number';
}

function isOld({ at }: Remembered, now: Date): boolean {
  return now.getTime() - at.getTime() > rememberedMs;
}

function sizeOf({ args, result = 0, decision, outcome, approvals = [] }: ToolCallForModel): number {
  const details = [decision, outcome, ...approvals].map((each) => each?.detail?.length ?? 0);
  const shown = typeof result === 'number' ? 0 : result.length;
  return details.reduce((sum, length) => sum + length, args.length + shown + 300);
}
