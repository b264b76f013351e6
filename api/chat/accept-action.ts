import { defined } from '#contract/defined.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import { questionAnswered } from '#engine/rules/message.ts';
import { acceptMessage } from '#engine/steps/accept-message.ts';
import type { Database } from '#store/mongo/database.ts';
import { positionBefore } from '#store/events/events.ts';
import type { NewResource } from '#store/requests/idempotency-keys.ts';
import { findRun } from '#store/runs/runs.ts';
import { findRunOfCall } from '#store/runs/tool-calls.ts';
import { readTextSoFar } from '#store/streaming/replies-so-far.ts';
import type { NewDecision } from '#contract/decisions.ts';
import { NewMessage } from '#contract/message.ts';
import { type Caller, scopeOf } from '../http/authentication/caller.ts';
import { refuseOtherRoles } from '../http/authentication/refuse-other-roles.ts';
import { refuseMissingScopes } from '../http/authentication/refuse-missing-scopes.ts';
import { parse } from '../http/middleware/parse.ts';
import { messageFrom, type MessageServices } from '../resources/messages/message-from.ts';
import { postMessage } from '../resources/messages/post.ts';
import { confirmRun } from '../resources/runs/confirm.ts';
import { decideCall, type DecisionServices } from '../resources/runs/decide-call.ts';
import { reportOutcome } from '../resources/runs/outcome.ts';
import { recordOutcome } from '../resources/runs/record-outcome.ts';
import { visibleThread } from '../resources/threads/visible-thread.ts';
import type { ChatAction } from './chat-action.ts';
import type { KnownParts } from './frames.ts';

/** The dependencies of accepting an action. */
export type ActionServices = { db: Database } & MessageServices & DecisionServices;

/** Where on its thread the stream of a run begins, and what the message that it makes or continues holds already. */
export interface ChatPlace extends KnownParts {
  run_id: string;
  /** `thread_seq` of the last event before it. */
  after: number;
  /** The id of the message; absent if the client continues the one it has. */
  message_id?: string;
}

/** An accepted action: the run that it is for, and where its stream begins. */
export interface AcceptedAction {
  run: RunDocument;
  place: ChatPlace;
}

/**
 * Accepts what a client of the AI SDK asks for, by the handlers of the API itself.
 * @throws {ServiceError} of the handler; `not_found` or `unknown_action` for a call that waits for no output
 */
export async function acceptAction(
  services: ActionServices,
  caller: Caller,
  threadId: string,
  action: ChatAction,
  resource: NewResource,
): Promise<AcceptedAction> {
  const thread = await visibleThread(services.db, caller, threadId);
  if (action.kind === 'message') return await say(services, caller, thread, action.body, resource);
  const callId = action.kind === 'decision' ? action.body.tool_call_id : action.callId;
  const call = await findRunOfCall(services.db, callId);
  const before = call === null ? null : await findRun(services.db, scopeOf(caller), call.run_id);
  if (call === null || before?.thread_id !== thread._id) {
    if (action.kind === 'result') throw new ServiceError('unknown_action', 'No call with that id waits.');
    throw new ServiceError('unknown_confirmation', 'No held call has that id.');
  }
  const place = {
    run_id: before._id,
    after: thread.last_event_seq ?? 0,
    characters: (await readTextSoFar(services.db, before)).length,
    // All that are held are parts of the message, not only those that are decided.
    calls: [...new Set([callId, ...(before.pauses ?? []).map(({ tool_call_id }) => tool_call_id)])],
  };
  if (action.kind === 'decision') {
    refuseOtherRoles(caller, confirmRun.role);
    refuseMissingScopes(caller, 'decide');
    const decide = async (body: NewDecision) =>
      await decideCall(services, caller, before._id, body, { requestId: resource.id });
    const isDecided = await decideOthers(action.others, decide);
    try {
      return { run: await decide(action.body), place };
    } catch (error) {
      // It is shown as held again.
      if (!isDecided || !(error instanceof ServiceError)) throw error;
      return { run: before, place };
    }
  }
  if (call.interaction === 'interactive') {
    // A message answers the oldest question, which must be the one that the client shows.
    if (questionAnswered(thread, new Date())?.tool_call_id !== callId) throw notFound('question');
    const body = parse(NewMessage, { content: action.answer, ...defined({ while_held: action.while_held }) });
    const { run } = await say(services, caller, thread, body, resource);
    return { run, place };
  }
  refuseOtherRoles(caller, reportOutcome.role);
  return { run: await recordOutcome(services, caller, before._id, action.outcome), place };
}

/** Whether one of them is decided. A refused one was decided before, or is shown as held again. */
async function decideOthers(
  others: readonly NewDecision[],
  decide: (body: NewDecision) => Promise<unknown>,
): Promise<boolean> {
  let isDecided = false;
  for (const body of others) {
    try {
      await decide(body);
      isDecided = true;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    }
  }
  return isDecided;
}

/** A text of the user: it opens a run, or answers the question of one, in a message of its own. */
async function say(
  services: ActionServices,
  caller: Caller,
  thread: ThreadDocument,
  body: NewMessage,
  resource: NewResource,
): Promise<AcceptedAction> {
  refuseOtherRoles(caller, postMessage.role);
  const { db, engine } = services;
  const paused = thread.pauses.find(({ type }) => type === 'question');
  const before = paused === undefined ? null : await findRun(db, scopeOf(caller), paused.run_id);
  const characters = before === null ? 0 : (await readTextSoFar(db, before)).length;
  const run = await acceptMessage(engine, messageFrom(caller, thread._id, body, resource));
  const answers = paused !== undefined && run._id === paused.run_id;
  const place = answers
    ? { after: thread.last_event_seq ?? 0, characters, calls: [], message_id: `answer-${resource.id}` }
    : { after: await positionBefore(db, run._id), characters: 0, calls: [], message_id: run._id };
  return { run, place: { run_id: run._id, ...place } };
}
