import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '@slack/bolt';
import type { PendingConfirmation } from '#heddle-client/index.ts';
import { visible } from './call.ts';
import { type Card, cardOf, type OverCall } from './card.ts';
import { type Access, inWords, type Place, type Standing, standingOf } from './heddle.ts';

/** Slack allows about one update of a message in a second. */
const updateEveryMs = 1000;

/** A message for the calls of a place. A program that must survive a restart keeps these in its database. */
interface Posted {
  place: Place;
  /** The message, and its copy in the channel of escalations. */
  at: { channel: string; ts: string }[];
  /** Each call by its number, as it was held last: a corrected one replaces the first. */
  calls: Map<number, PendingConfirmation>;
  /** The result of each call that is over, by its id. */
  outcomes: Map<string, string>;
  /** The things that were written in its thread. */
  said: Set<string>;
  /** The last update, and the time before another one. */
  last?: Promise<unknown>;
  next?: Promise<void> | undefined;
}

/** The messages of sets: one for each, which is posted once and updated whenever a call of it changes. */
export class Messages {
  readonly #slack: App['client'];
  readonly #access: Access;
  readonly #options: { channel: string; consoleUrl: string };
  readonly #posted = new Map<string, Promise<Posted>>();

  constructor(slack: App['client'], access: Access, options: { channel: string; consoleUrl: string }) {
    this.#slack = slack;
    this.#access = access;
    this.#options = options;
  }

  /** A call is held: posts its set with all of its calls, unless that was done, and updates it otherwise. */
  async held({ run_id, set }: PendingConfirmation, subject: string): Promise<void> {
    const place = { run_id, turn: set?.turn ?? 1, subject };
    const known = this.#posted.get(keyOf(place));
    if (known !== undefined) return await this.#refresh(await known);
    const posting = this.#post(place);
    this.#posted.set(keyOf(place), posting);
    // The event comes again, and then it is posted.
    await posting.catch((error: unknown) => {
      this.#posted.delete(keyOf(place));
      throw error;
    });
  }

  /** Updates the message of a call, unless this program was restarted since it was posted. */
  async changed(run_id: string, tool_call_id: string, outcome?: string): Promise<void> {
    const message = await this.#of(run_id, tool_call_id);
    if (message === undefined) return;
    if (outcome !== undefined) message.outcomes.set(tool_call_id, outcome);
    await this.#refresh(message);
  }

  /**
   * Writes in the thread of a call's message, or in the channel if this program was restarted since. The same about several calls of
   * a message is written once.
   * @param elsewhere a further channel that is shown the calls, with their buttons
   */
  async say(
    { run_id, tool_call_id }: { run_id: string; tool_call_id: string },
    text: string,
    { topic, elsewhere }: { topic: string; elsewhere?: string | undefined },
  ): Promise<void> {
    const { channel } = this.#options;
    const message = await this.#of(run_id, tool_call_id);
    if (message?.said.has(topic) === true) return;
    message?.said.add(topic);
    try {
      const [first] = message?.at ?? [];
      const thread = first === undefined ? {} : { thread_ts: first.ts };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of Slack, not of a window
      await this.#slack.chat.postMessage({ channel, text, ...thread });
      if (elsewhere !== undefined && message !== undefined) {
        const card = this.#cardOf(message, await standingOf(this.#access, message.place));
        message.at.push(await this.#send(elsewhere, card));
      }
    } catch (error) {
      message?.said.delete(topic);
      throw error;
    }
  }

  /** The message of a place as it would be now, for a click on it. */
  async shownNow(place: Place, at: Posted['at'][number]): Promise<Card> {
    const known = this.#posted.get(keyOf(place)) ?? Promise.resolve(newlyPosted(place, [at]));
    this.#posted.set(keyOf(place), known);
    return this.#cardOf(await known, await standingOf(this.#access, place));
  }

  /** Updates the message of a place. */
  async update(place: Place): Promise<void> {
    const message = await this.#posted.get(keyOf(place));
    if (message !== undefined) await this.#refresh(message);
  }

  async #post(place: Place): Promise<Posted> {
    const message = newlyPosted(place, []);
    const standing = await standingOf(this.#access, place);
    const card = this.#cardOf(message, standing);
    // An event that comes late may be about calls that are over.
    if (standing.waiting.length > 0) message.at.push(await this.#send(this.#options.channel, card));
    return message;
  }

  async #send(channel: string, { text, blocks }: Card): Promise<Posted['at'][number]> {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of Slack, not of a window
    const { ts = '' } = await this.#slack.chat.postMessage({ channel, text, blocks });
    return { channel, ts };
  }

  async #of(run_id: string, tool_call_id: string): Promise<Posted | undefined> {
    const all = await Promise.all(this.#posted.values());
    return all.find(
      ({ place, calls }) =>
        place.run_id === run_id && [...calls.values()].some((call) => call.tool_call_id === tool_call_id),
    );
  }

  /** All changes that come during an update share the next one. */
  async #refresh(message: Posted): Promise<void> {
    message.next ??= this.#updateNext(message);
    await message.next;
  }

  async #updateNext(message: Posted): Promise<void> {
    await message.last;
    message.next = undefined;
    const updating = this.#write(message);
    message.last = Promise.allSettled([updating, sleep(updateEveryMs)]);
    await updating;
  }

  async #write(message: Posted): Promise<void> {
    const standing = await standingOf(this.#access, message.place);
    const { text, blocks } = this.#cardOf(message, standing);
    for (const { channel, ts } of message.at) await this.#slack.chat.update({ channel, ts, text, blocks });
    const isOver = ({ tool_call_id }: PendingConfirmation) => message.outcomes.has(tool_call_id);
    if (standing.waiting.length === 0 && [...message.calls.values()].every(isOver))
      this.#posted.delete(keyOf(message.place));
  }

  #cardOf({ place, calls, outcomes }: Posted, { waiting, decided, corrected }: Standing): Card {
    for (const call of waiting) calls.set(call.set?.position ?? 1, call);
    const isWaiting = new Set(waiting.map(({ tool_call_id }) => tool_call_id));
    const over = [...calls]
      .toSorted(([one], [other]) => one - other)
      .filter(([, { tool_call_id }]) => !isWaiting.has(tool_call_id))
      .map(([position, { tool_call_id, digest = '', summary }]): OverCall => {
        const call = decided.get(digest);
        const correction = corrected.get(tool_call_id);
        const outcome =
          correction !== undefined
            ? `corrected to ${visible(JSON.stringify(correction.args))}, ${inWords(correction)}`
            : call === undefined
              ? (outcomes.get(tool_call_id) ?? 'over')
              : inWords(call);
        return { position, title: summary.title, outcome };
      });
    const [first] = calls.values();
    return cardOf({ place, of: first?.set?.of ?? 1, waiting, over }, this.#options.consoleUrl);
  }
}

function newlyPosted(place: Place, at: Posted['at']): Posted {
  return { place, at, calls: new Map(), outcomes: new Map(), said: new Set() };
}

function keyOf({ run_id, turn }: Place): string {
  return `${run_id} ${turn}`;
}
