import type { JsonObject } from '#contract/json.ts';
import type { SentOn } from '../documents/connection.ts';
import type { RunDocument } from '../documents/run.ts';

/** A call of a patch that the service makes by itself, because it needs to know something about a call of a run. */
export interface PatchToAsk {
  /** The run that it is about: its subject, its context, its connection. */
  run: RunDocument;
  patch_ref: string;
  /** Texts are templates over `values`. */
  args: JsonObject;
  values: JsonObject;
  /** Id or name of the connection on which it is made. Default: that of the run. A tool is called on its own. */
  connection?: string | undefined;
  /** Nothing is sent after this time, and no longer waited for. */
  until: Date;
}

/** The answer of a patch that was asked, or why nobody knows it. The reason has no values of the arguments. */
export type AskedPatch = ({ result: JsonObject } | { fault: string; transient: boolean }) & {
  /** The connection on which it was asked. Absent if there is none. */
  on?: AskedOn;
};

/** A connection on which a patch was asked, as it was then. */
export interface AskedOn extends SentOn {
  name: string;
}

/** Calls patches outside of a turn: silent and idempotent ones, each under a key of its own, and free of charge. */
export interface Asking {
  /**
   * Sends one request. A fault is `transient` if another one may have an answer.
   * @throws if the patch does not exist, or its connection cannot be read now
   */
  ask: (asked: PatchToAsk) => Promise<AskedPatch>;
}
