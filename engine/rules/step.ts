import type { Metadata } from '#contract/metadata.ts';
import type { MessagePart, MessageRole } from '#contract/message.ts';
import type { ReplyFinish } from '#contract/run-state.ts';
import type { GroupMembership } from '../documents/applied-gate.ts';
import type { PauseDocument, RunDocument, RunMessage } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { TurnDocument } from '../documents/turn.ts';
import type { MeteredUse } from '../documents/usage.ts';
import type { Charge } from './charge.ts';
import type { RunEvent } from './events.ts';
import type { CallChange } from './stored.ts';

/** The changes of one input in a run, before the documents are built from it. */
export interface Step {
  /** The new state of the run. Default: unchanged. */
  state?: Pick<RunDocument, 'state' | 'reason' | 'error'>;
  /** The items that the run waits for from now on, if it pauses or stays paused. Default: the same. */
  pauses?: PauseDocument[];
  /** The new notification of Temporal. Default: none. */
  tell?: RunMessage;
  /** The author of the step. If it is the workflow, it has been started and knows that it was resumed. */
  by: 'workflow' | 'client' | 'sweep';
  /** Further fields of the run. */
  run?: Pick<
    Partial<RunDocument>,
    | 'handed_off'
    | 'blocks'
    | 'cancel_requested'
    | 'closing'
    | 'connections'
    | 'invalid_turns'
    | 'makers'
    | 'reply_repaired'
    | 'tries'
  >;
  turn?: TurnDocument;
  newCalls?: ToolCallDocument[];
  calls?: CallChange[];
  message?: NewThreadMessage;
  /** In order. The events of a reply and of the run's end follow them. */
  events?: RunEvent[];
  use?: MeteredUse;
  charges?: Charge[];
  /** Conditions of the step: it is stored only while they hold. */
  memberships?: GroupMembership[];
}

/** A new message on the thread: the agent's reply, or the user's answer. */
export interface NewThreadMessage {
  id: string;
  role: Exclude<MessageRole, 'system'>;
  content: string;
  parts?: MessagePart[];
  /** The text for later runs in its place. Default: its content. */
  content_for_model?: string;
  metadata?: Metadata;
  /** The subject has written it. */
  of_subject?: true;
  /** How the model ended a reply. */
  finish?: ReplyFinish;
}
