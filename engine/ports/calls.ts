import type { ShownAccount } from '#contract/approval-check.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ModelCall } from './model.ts';
import type { HeldConnection, SentOn } from '../documents/connection.ts';
import type { AppliedGate } from '../documents/applied-gate.ts';
import type { LoadedRun, RunDocument } from '../documents/run.ts';
import type { CallEffect, ToolCallDocument, TurnedDownCall } from '../documents/tool-call.ts';
import type { MeteredUse } from '../documents/usage.ts';
import type { Charge } from '../rules/charge.ts';
import type { AgentTool, CallRefusal, JudgedCall, StructuredReply } from '../rules/inputs.ts';
import type { CallResolution } from '../rules/resolve-call.ts';
import type { Attempt } from '../rules/retry-delay.ts';
import type { RunAgent } from './agents.ts';

/** A call, with everything that is needed to send it. */
export interface PreparedCall {
  /**
   * Sends the call once. If it throws, it is unknown whether the host has acted.
   * @param until the deadline, after which nothing is sent
   */
  send(until: Date): Promise<Attempt>;
  /** Ends what was opened to send the call. */
  close?(): void;
  /** Something was waited for, so what is known of the run may be old. */
  tookTime?: true;
}

/** The result of a call that the service answers itself. Its charge and use are stored with it. */
export interface BuiltInResult {
  resolution: CallResolution;
  charge?: Charge;
  use?: MeteredUse;
}

/**
 * What a gated call would be made on, if it is made on a connection, what it repeats and to what its account references lead, or
 * why it cannot be made.
 */
export type Makeable =
  | {
      connection?: HeldConnection;
      effect?: CallEffect;
      accounts?: ShownAccount[];
      /** What holds it with what held those. Default: what did when the model asked for it. */
      gate?: AppliedGate;
      /** Calls of the thread that asked for the same and were turned down. */
      earlier?: TurnedDownCall[];
    }
  | { refusal: CallRefusal };

/** A run and its thread, as they were read. */
export type RunOnThread = Pick<LoadedRun, 'run' | 'thread'>;

/** The calls of an agent: to the customers' hosts, and to what the service answers itself. */
export interface Calls {
  /** What an agent may call in a run, by patch key. */
  tools: (
    run: Pick<RunDocument, 'workspace_id' | 'connection_claim'>,
    agent: RunAgent,
  ) => Promise<Map<string, AgentTool>>;
  /** Looks up the patches of the calls of a model, and validates their arguments. Takes time, and needs no store. */
  judge: (
    run: RunDocument,
    made: ModelCall[],
    tools: ReadonlyMap<string, AgentTool>,
  ) => Promise<JudgedCall[]>;
  /** Reads and validates the reply of an agent that has a schema for it. Takes time, and needs no store. */
  judgeReply: (
    run: Pick<RunDocument, 'workspace_id'>,
    schema: JsonObject,
    text: string,
  ) => Promise<StructuredReply>;
  /**
   * Refuses the gated calls among them that could not be carried out if they were approved now, and finds out which calls of the
   * thread that asked for the same were turned down. May be repeated.
   */
  check: (stored: RunOnThread, judged: JudgedCall[]) => Promise<JudgedCall[]>;
  /** Whether a call that was recorded earlier could be made now, on what, and what holds it. */
  makeable: (stored: RunOnThread, call: ToolCallDocument) => Promise<Makeable>;
  /** Which calls of the thread that asked for the same were turned down. */
  turnedDown: (call: ToolCallDocument) => Promise<TurnedDownCall[]>;
  /**
   * To what the account references lead that the policy of an approved call checks. It costs nothing.
   * @throws if they cannot be looked up now
   */
  accounts: (call: ToolCallDocument) => Promise<ShownAccount[]>;
  /**
   * The result of a call that the service answers itself; undefined for a call to a host. It may be answered twice, and is
   * charged once, with its result.
   * @throws the signal's reason when aborted
   */
  answer: (
    run: RunDocument,
    call: ToolCallDocument,
    signal: AbortSignal,
  ) => Promise<BuiltInResult | undefined>;
  /**
   * Does everything that can fail before a call is sent. Nothing is sent, so it may be repeated.
   * @param isAsHeld whether the call may be made on a connection. What is then sent goes where this very connection leads, and with
   *   its headers, whatever becomes of it meanwhile
   * @returns the result of the call if it can never be sent; `moved` if it may not be made on its connection
   * @throws if a retry may succeed
   */
  prepare: (
    run: RunDocument,
    call: ToolCallDocument,
    isAsHeld: (sentOn: SentOn) => boolean,
  ) => Promise<PreparedCall | { impossible: CallResolution } | 'moved'>;
}
