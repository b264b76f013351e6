import type { Metadata } from '#contract/metadata.ts';
import type { MessagePart, MessageRole } from '#contract/message.ts';
import type { ReplyFinish } from '#contract/run-state.ts';
import type { JsonText } from '#contract/json-text.ts';

/** A message on a thread. */
export interface MessageDocument {
  _id: string;
  workspace_id: string;
  thread_id: string;
  run_id: string;
  /** `seq` of the message that opened the run, which orders the runs of a thread. */
  run_seq: number;
  role: MessageRole;
  content: string;
  parts?: JsonText<MessagePart[]>;
  /** The text that later runs get in place of its content, if that is not all of a reply that is data. */
  content_for_model?: string;
  /** Position on the thread, from 1. */
  seq: number;
  metadata?: JsonText<Metadata>;
  /** How the model ended the reply. Absent in older ones. */
  finish?: ReplyFinish;
  created_at: Date;
}
