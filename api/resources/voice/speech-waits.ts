import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '#contract/backoff.ts';
import type { SpeechRef } from '#store/documents/speech.ts';
import type { Database } from '#store/mongo/database.ts';
import { awaitSpeech } from '#store/voice/speeches.ts';
import { untilAborted } from '../../http/server/until-aborted.ts';

const looks = { firstMs: 50, longestMs: 500 };
/** How long a look counts as waiting: a few looks. */
const awaitedMs = 3000;

/** Requests of this process that wait for speeches that others make. All that wait for the same one look together. */
export class SpeechWaits {
  readonly #db: Database;
  readonly #waits = new Map<string, { waiting: number; over: Promise<void> }>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Resolves when an attempt is over, whatever came of it. @throws the reason of the signal */
  async untilOver(speech: SpeechRef, signal: AbortSignal): Promise<void> {
    const { attempt } = speech;
    let wait = this.#waits.get(attempt);
    if (wait === undefined) {
      const made = { waiting: 0, over: Promise.resolve() };
      made.over = this.#look(speech, made).finally(() => this.#waits.delete(attempt));
      this.#waits.set(attempt, made);
      wait = made;
    }
    wait.waiting += 1;
    try {
      await untilAborted(wait.over, signal);
    } finally {
      wait.waiting -= 1;
    }
  }

  async #look(speech: SpeechRef, wait: { waiting: number }): Promise<void> {
    for (let looked = 0; await awaitSpeech(this.#db, speech, awaitedMs); looked += 1) {
      await sleep(backoffMs(looked, looks));
      if (wait.waiting === 0) return;
    }
  }
}
