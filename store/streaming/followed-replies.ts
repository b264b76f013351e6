import { LRUCache } from 'lru-cache';
import type { MessageDelta } from '#contract/event.ts';
import type { MessagePart } from '#contract/message.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { DeltaDocument } from '../documents/delta.ts';
import { newEventId } from '../mongo/ids.ts';
import { dataOf } from '../events/events.ts';
import { replyId } from '#engine/documents/derived-ids.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { SentText } from './sent-text.ts';

/** The most replies of one thread that are remembered. At most one is in progress; others belong to paused runs. */
const rememberedReplies = 64;
/** No more runs than this can end among the events that a follower has not taken yet. Their ends are remembered beside. */
const rememberedEnds = 512;

interface FollowedReply {
  message_id: string;
  /** Absent while everything that was sent comes from stored turns. */
  take?: string;
  /** Index of the next delta. */
  index: number;
  sent: SentText;
}

/**
 * The replies that one follower sees. It decides what is new to this follower in each delta, and numbers it: the deltas
 * from the latest index 0 on always add up to the reply so far, and to all words of the reply before it is completed,
 * whatever was lost, late or never sent (event.deltas.before-completed).
 */
export class FollowedReplies {
  /** Replies by run, because a run makes one reply. */
  readonly #replies: LRUCache<string, FollowedReply | 'ended'>;

  /** @param replies how many are remembered. One that is forgotten starts over. Default: enough for one thread */
  constructor(replies = rememberedReplies) {
    this.#replies = new LRUCache({ max: replies + rememberedEnds });
  }

  /** Forgets a reply whose received part is unknown: it starts over with the next delta, even if it was completed. */
  forget(runId: string): void {
    this.#replies.delete(runId);
  }

  /** The latest delta of a reply was sent as so many more than one. */
  counted(runId: string, more: number): void {
    const reply = this.#replies.get(runId);
    if (reply !== undefined && reply !== 'ended') reply.index += more;
  }

  /**
   * The event for a follower after a delta: undefined if nothing in it is new, `missing` if it does not fit and the
   * follower needs the text so far.
   */
  take(delta: DeltaDocument): EventDocument | 'missing' | undefined {
    const runId = delta.run_id ?? '';
    let reply = this.#replies.get(runId);
    if (reply === 'ended') return undefined;
    const { message_id, text } = dataOf(delta) as MessageDelta;
    if (reply === undefined || reply.take !== delta.take) {
      if (delta.offset !== 0) return 'missing';
      // From another worker, or after a failure: the reply starts over, unless this continues what was sent.
      if (reply?.sent.isStartOf(text) !== true) reply = newReply(message_id);
      reply.take = delta.take;
      this.#replies.set(runId, reply);
    }
    if (delta.offset > reply.sent.length) return 'missing';
    return send(reply, delta, text.slice(reply.sent.length - delta.offset));
  }

  /** The event for a follower after the text so far was read from the store, as a delta. */
  read(soFar: EventDocument): EventDocument | undefined {
    const runId = soFar.run_id ?? '';
    const known = this.#replies.get(runId);
    if (known === 'ended') return undefined;
    const { message_id, text } = dataOf(soFar) as MessageDelta;
    const reply = known ?? newReply(message_id);
    // The read text may be older than what has arrived since.
    if (!reply.sent.isStartOf(text)) return undefined;
    this.#replies.set(runId, reply);
    return send(reply, soFar, text.slice(reply.sent.length));
  }

  /** The event for a follower before a stored event: the missing rest of a complete message, as one delta. */
  before(event: EventDocument): EventDocument | undefined {
    const { type, run_id: runId } = event;
    if (runId === undefined) return undefined;
    const rest = type === 'message.completed' || type === 'message.block' ? this.#restOf(event) : undefined;
    if (type === 'message.completed' || type === 'run.completed' || type === 'run.failed') {
      this.#replies.set(runId, 'ended');
    }
    return rest;
  }

  #restOf(event: EventDocument): EventDocument | undefined {
    const runId = event.run_id ?? '';
    const words = wordsOf(dataOf(event));
    const known = this.#replies.get(runId);
    const isContinued = known !== undefined && known !== 'ended' && known.sent.isStartOf(words);
    const reply = isContinued ? known : newReply(replyId(runId));
    this.#replies.set(runId, reply);
    return send(reply, deltaBefore(event), words.slice(reply.sent.length));
  }
}

/** The text of a message. Content of blocks or data had no deltas. */
function wordsOf({ content, parts }: { content?: string; parts?: MessagePart[] | null }): string {
  if (!Array.isArray(parts)) return content ?? '';
  return parts.find((part) => part.type === 'text')?.text ?? '';
}

function newReply(message_id: string): FollowedReply {
  return { message_id, index: 0, sent: new SentText() };
}

/** The same document if nothing changes, so that it is serialized once for all who receive it. */
function send(reply: FollowedReply, delta: EventDocument, text: string): EventDocument | undefined {
  if (text === '') return undefined;
  const data: MessageDelta = { message_id: reply.message_id, index: reply.index, text };
  reply.index += 1;
  reply.sent.add(text);
  const known = dataOf(delta);
  return known['index'] === data.index && known['text'] === text
    ? delta
    : { ...delta, data: toJsonText({ ...data }) };
}

/** The envelope of a delta for the message of an event. */
function deltaBefore(event: EventDocument): EventDocument {
  const { thread_seq: _stored, data: _ofMessage, ...envelope } = event;
  return { ...envelope, _id: newEventId(), type: 'message.delta', seq: null };
}
