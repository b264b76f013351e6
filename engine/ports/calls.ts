import type { SentOn } from '../documents/connection.ts';
import type { RunDocument } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { MeteredUse } from '../documents/usage.ts';
import type { Charge } from '../rules/charge.ts';
import type { CallResolution } from '../rules/resolve-call.ts';
import type { Attempt } from '../rules/retry-delay.ts';

/** A call, with everything that is needed to send it. */
export interface PreparedCall {
  /**
   * Sends the call once. If it throws, it is unknown whether the host has acted.
   * @param until the deadline, after which nothing is sent
   */
  send(until: Date): Promise<Attempt>;
  /** The connection on which it is sent; absent if it is sent on none. */
  connection_id?: string;
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

/** Makes the calls of agents: to customers' hosts, and those that the service answers itself. */
export interface Calls {
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
