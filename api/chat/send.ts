import { z } from 'zod';
import type { RunWithContent } from '#engine/documents/run.ts';
import type { Scope } from '#engine/ports/scope.ts';
import { hasThreadEvents } from '#store/events/events.ts';
import { findRun } from '#store/runs/runs.ts';
import { findToolCall } from '#store/runs/tool-calls.ts';
import { runWithContent } from '#store/threads/shown-content.ts';
import type { Database } from '#store/mongo/database.ts';
import { readTextSoFar, readTextUpTo } from '#store/streaming/replies-so-far.ts';
import type { ThreadFeed } from '#store/streaming/thread-feed.ts';
import { findReply } from '#store/threads/messages.ts';
import { scopeOf } from '../http/authentication/caller.ts';
import type { About } from '../http/endpoint/about.ts';
import type { Call, StreamReply } from '../http/endpoint/endpoint.ts';
import type { StreamLimits } from '../resources/events/admit-stream.ts';
import { ofConnection } from '../resources/events/of-connection.ts';
import type { ChatPlace } from './accept-action.ts';
import { chatApproval } from './chat-approval.ts';
import type { Sdk } from './sdk.ts';
import { chatStream, type Feed, type StoredRun } from './chat-stream.ts';

/** The dependencies of sending the frames of a run. */
export interface SendServices extends StreamLimits {
  db: Database;
  threadFeed: ThreadFeed;
}

/** A run whose frames are sent. */
interface SentRun {
  threadId: string;
  place: ChatPlace;
  about: About;
  onEnd: () => void;
  /** Default: the newest. */
  sdk?: Sdk | undefined;
  /** An earlier request with the same key accepted the followed message. */
  replayed?: boolean;
}

const protocolHeader = 'X-Vercel-AI-UI-Message-Stream';

/** The headers of a stream of frames, for the reference. */
export const responseHeaders = {
  [protocolHeader]: z.literal('v1').meta({ description: 'The version of the protocol.' }),
};

/** The response with the frames of a run. */
export function sendChat(
  { db, threadFeed }: SendServices,
  { caller, signal, stillAllowed, log }: Call<unknown, unknown, unknown, unknown>,
  { threadId, place, about, onEnd, sdk = '7', replayed = false }: SentRun,
): StreamReply {
  const stored: StoredRun = {
    read: async () => await readRun(db, scopeOf(caller), place.run_id),
    text: async (run) => await readTextSoFar(db, run),
    textUpTo: async (callId) => await readTextUpTo(db, callId),
    approval: async (callId) => {
      const run = await findRun(db, scopeOf(caller), place.run_id);
      const call = run === null ? undefined : await findToolCall(db, run._id, callId);
      return run === null || call === undefined ? undefined : chatApproval(run, call);
    },
    reply: async (run) => (await findReply(db, run)) ?? undefined,
    hasEventsAfter: async (position) => await hasThreadEvents(db, threadId, position),
  };
  const feed: Feed = { follow: (from, options) => ofConnection(threadFeed.follow(from, options), caller) };
  return {
    headers: { [protocolHeader]: 'v1', ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}) },
    about,
    onEnd,
    stream: chatStream(feed, threadId, place, { signal, stillAllowed, stored, log, sdk }),
  };
}

async function readRun(db: Database, scope: Scope, id: string): Promise<RunWithContent | null> {
  const run = await findRun(db, scope, id);
  if (run === null) return null;
  return await runWithContent(db, run, async () => (await findRun(db, scope, id)) ?? run, new Date());
}
