import type { Metadata } from '#contract/metadata.ts';
import type { MessagePart, MessageRole } from '#contract/message.ts';
import type { RunDocument } from '#store/documents/run.ts';
import type { PauseDocument } from '#store/documents/thread.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';
import type { TurnDocument } from '#store/documents/turn.ts';
import type { MeteredUse } from '#store/documents/usage.ts';
import type { Charge } from './charge.ts';
import type { RunEvent } from './events.ts';
import type { CallChange } from './stored.ts';

/** What one input makes of a run, before the documents are made of it. */
export interface Step {
  /** What becomes of the run. Left out: it stays as it is. */
  state?: Pick<RunDocument, 'state' | 'reason' | 'error'>;
  /** What a run that pauses waits for. */
  pause?: PauseDocument;
  /** What Temporal is to be told. Left out: nothing new. */
  outbox?: NonNullable<RunDocument['outbox']>;
  /** Who takes the step: a workflow that does has been started, and has heard that it was resumed. */
  by: 'workflow' | 'client' | 'sweep';
  /** Further fields of the run. */
  run?: Pick<Partial<RunDocument>, 'handed_off' | 'blocks' | 'cancel_requested' | 'invalid_turns'>;
  turn?: TurnDocument;
  newCalls?: ToolCallDocument[];
  calls?: CallChange[];
  message?: NewThreadMessage;
  /** In their order. Those of a reply and of the run's end come after them. */
  events?: RunEvent[];
  use?: MeteredUse;
  charges?: Charge[];
}

/** What is said on the thread: the agent's reply, or the user's answer. */
export interface NewThreadMessage {
  id: string;
  role: Exclude<MessageRole, 'system'>;
  content: string;
  parts?: MessagePart[];
  metadata?: Metadata;
}
