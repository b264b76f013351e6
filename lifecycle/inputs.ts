import type { Microcredits } from '#contract/credits.ts';
import type { Metadata } from '#contract/metadata.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { JsonObject } from '#contract/json.ts';
import type { AgentPatch } from '#contract/agent.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { Patch } from '#contract/patch.ts';
import type { RunErrorCode } from '#contract/run-state.ts';
import type { MeteredUse } from '#store/documents/usage.ts';
import type { CallResolution } from './resolve-call.ts';

/** A patch as it is wired to the agent. */
export interface AgentTool {
  patch: Patch;
  wired: AgentPatch;
}

/** A call that a model made, judged: what it names was looked up and its arguments were validated. */
export interface JudgedCall {
  /** The provider's id of the call. */
  id: string;
  name: string;
  /** Empty when what the model sent could not be parsed. */
  args: JsonObject;
  /** What the model sent, where it could not be parsed. */
  unparsed?: string;
  /** Absent when the agent has no such patch. */
  tool?: AgentTool;
  /** Why the call is not made. */
  refusal?: { code: 'invalid_args' | 'denied' | 'too_many_calls'; message: string };
}

/** A model turn was taken. */
export interface TurnTaken {
  type: 'turn_taken';
  /** From 1. */
  turn: number;
  model_class: ModelClass;
  pause_ttl_seconds: number;
  text: string;
  calls: JudgedCall[];
  input_tokens: number;
  output_tokens: number;
  cost: Microcredits;
  /** What went to and came from the provider, redacted, for the trace. */
  request: JsonText;
  response: JsonText;
  /** The texts of the run's earlier turns, in order. */
  said: string[];
  /** The id that the reply has. */
  message_id: string;
  started_at: Date;
}

/** A call that was to be made has come to its end. */
export interface CallSettled {
  type: 'call_settled';
  tool_call_id: string;
  /** Which attempt it was that ended, where the call was sent. */
  attempt?: number;
  resolution: CallResolution;
  /** It turned out that the call cannot be sent: an attempt that was made before stands all the same. */
  unsent?: true;
  /** What a call that the service answers itself costs; other calls have the price of their patch. */
  charge?: { amount: Microcredits; reason: 'identify' };
  use?: MeteredUse;
}

/** Everything that can happen to a run after its first message. */
export type Input =
  | TurnTaken
  | CallSettled
  /** The next call that needs somebody's word is its turn: the run pauses for it. */
  | { type: 'call_held'; tool_call_id: string; pause_ttl_seconds: number }
  /** A user message answers the question that the run is paused for. */
  | {
      type: 'answer';
      tool_call_id: string;
      message_id: string;
      content: string;
      metadata?: Metadata | undefined;
    }
  | {
      type: 'decision';
      tool_call_id: string;
      /** The call as it is stored, of whichever turn; absent when there is none. */
      decision: 'approve' | 'reject';
      detail?: JsonObject | undefined;
      actor: string;
      /** Names the request, so that its repetition is told apart from a second decision. */
      request_id: string;
    }
  | {
      type: 'outcome';
      tool_call_id: string;
      state: 'occurred' | 'failed';
      detail?: JsonObject | undefined;
      actor: string;
    }
  /** Somebody asks for the run's end. */
  | { type: 'cancel_requested' }
  /** The run is at a safe point and is to end because somebody asked for it. */
  | { type: 'cancel' }
  /** The pause for this call has lasted as long as it may. */
  | { type: 'expiry'; tool_call_id: string }
  /** The run cannot go on. A pause is not ended by it: somebody can still resolve that. */
  | { type: 'failure'; error: RunErrorCode }
  /** The run's workflow was ended from outside: nobody would hear an answer any more. */
  | { type: 'workflow_lost' };
