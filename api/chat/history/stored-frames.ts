import type { UiMessageChunk } from '#contract/chat.ts';
import type { RunWithContent } from '#engine/documents/run.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { endEvents, replyEvents } from '#engine/rules/events.ts';
import { redactedArgs } from '#engine/rules/redaction.ts';
import { replyText } from '#engine/rules/reply-text.ts';
import { completedEvent, type CompletedStatus, startedEvent } from '#engine/rules/resolve-call.ts';
import { chatApproval } from '../chat-approval.ts';
import { approvalFrame, type RunFrames } from '../frames.ts';
import type { Waiting } from '../waiting.ts';

/** A run as it is stored, with what it said and did. */
export interface StoredConversation {
  run: RunWithContent;
  /** The texts of its turns, by `seq`. */
  texts: ReadonlyMap<number, string>;
  /** Its calls, in order. */
  calls: readonly ToolCallDocument[];
  reply: MessageDocument | undefined;
}

/** The frames of a run that has ended or waits, as its stream would send them, made of what is stored and not of its events. */
export function* storedFrames(
  frames: RunFrames,
  { run, texts, calls, reply }: StoredConversation,
  waiting: Waiting | undefined,
): Generator<UiMessageChunk> {
  const said: string[] = [];
  const byTurn = Map.groupBy(calls, ({ turn_seq }) => turn_seq);
  for (const turn of [...new Set([...texts.keys(), ...byTurn.keys()])].toSorted(
    (one, other) => one - other,
  )) {
    said.push(texts.get(turn) ?? '');
    yield* frames.text(replyText(said));
    for (const call of byTurn.get(turn) ?? []) yield* framesOfCall(frames, run, call);
  }
  if (waiting !== undefined) return yield* frames.paused(waiting.items, replyText(said));
  for (const event of [...(reply === undefined ? [] : replyEvents(reply)), ...endEvents(run)]) {
    yield* frames.event(event);
  }
}

function* framesOfCall(
  frames: RunFrames,
  run: RunWithContent,
  call: ToolCallDocument,
): Generator<UiMessageChunk> {
  const { _id: tool_call_id, decision, interaction, patch_ref, status } = call;
  const approval = chatApproval(run, call);
  const isMade = decision?.decision === 'approve';
  // Calls that wait for a person are shown at the end.
  if (approval?.status === 'held' || (status === 'pending' && !isMade)) return;
  if (approval !== undefined) {
    const { status: _, decisions: __, error: ___, ...write } = approval;
    yield* frames.event({ type: 'write.confirmation_requested', data: write });
    if (isMade) yield* frames.event(startedEvent(call));
    yield approvalFrame(approval);
  } else if (interaction === 'interactive' && hasWaited(call)) {
    const data = { tool_call_id, patch_ref, prompt: redactedArgs(call) };
    yield* frames.event({ type: 'elicitation.requested', data });
  } else if (interaction === 'proposed_action' && hasWaited(call)) {
    const data = { tool_call_id, patch_ref, args: redactedArgs(call) };
    yield* frames.event({ type: 'action.proposed', data });
  } else yield* frames.event(startedEvent(call));
  if (status !== 'pending') yield* frames.event(completedEvent(call, completedAs(call)));
}

/** Whether a call that has ended was put to a person: one with invalid arguments was not. */
function hasWaited({ status, outcome, error }: ToolCallDocument): boolean {
  return status === 'ok' || outcome !== undefined || error?.code === 'expired' || error?.code === 'cancelled';
}

/** A call that was declined has no error: it did not fail. */
function completedAs({ status, error }: ToolCallDocument): CompletedStatus {
  if (status === 'ok') return 'ok';
  return error === undefined ? 'declined' : 'failed';
}
