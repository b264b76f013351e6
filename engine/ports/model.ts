import type { ModelFailureCode } from '#contract/model-failure.ts';
import type { ModelSettings } from '#contract/model-settings.ts';
import type { ReplyFinish } from '#contract/run-state.ts';
import type { Json, LeftOut, ModelReasoning } from '../documents/reasoning.ts';

export type { Json, LeftOut, ModelReasoning };

/** A payload for the trace, without what JSON cannot hold, such as `undefined`. */
export function plain(payload: object): { [key: string]: Json } {
  return JSON.parse(JSON.stringify(payload)) as { [key: string]: Json };
}

/** A tool of the model: a patch, by its key. */
export interface ModelTool {
  name: string;
  description: string;
  /** JSON Schema (2020-12) of an object. */
  input_schema: { [key: string]: Json };
}

/** A call by the model. If its arguments could not be parsed, `args` is absent and `unparsed` has them. */
export interface ModelCall {
  /** The provider's id of the call, which pairs it with its result. */
  id: string;
  name: string;
  args?: { [key: string]: Json };
  unparsed?: string;
}

/** The result of a call for the model. */
export interface ModelCallResult {
  call_id: string;
  name: string;
  result: Json;
  /** True if the call failed, was declined or was denied. */
  failed: boolean;
  /** When a person answered, decided or reported it, in words. Absent if nobody was asked. */
  at?: string;
}

export type ModelMessage =
  /** `at`: when it came, in words. Absent if no person wrote it. */
  | { role: 'user'; content: string; at?: string }
  | { role: 'assistant'; content: string; calls?: ModelCall[]; reasoning?: ModelReasoning }
  | { role: 'tool'; results: ModelCallResult[] };

/** An earlier run of the thread, as a model is shown it. */
export interface ShownRun {
  /** Its messages, oldest first. The last one is the assistant's. */
  messages: ModelMessage[];
  /** The lines about its calls if there is no room for the run, one each: calls that must not be forgotten. */
  lines: string[];
}

/** One model turn to take. */
export interface ModelRequest {
  /** The agent's instructions: the system prompt. */
  instructions: string;
  /** The lines about calls of runs that are not shown, oldest first. Default: none. */
  earlier_calls?: string[];
  /** Earlier runs, oldest first. */
  history: ShownRun[];
  /** This run so far: its user message first, then an assistant and a tool message for each turn taken. */
  run: ModelMessage[];
  /** The available tools. */
  tools: ModelTool[];
  /**
   * The agent's settings of the model. A setting that the model does not support is left out, with a warning in the
   * response.
   */
  settings?: ModelSettings;
  /** The same for requests that begin alike: providers may find by it what they have cached. */
  cache_key?: string;
  /** The turn may not make calls, whatever tools are offered. */
  words_only?: boolean;
  /**
   * JSON Schema (2020-12) of the reply, for turns that may be the last. The reply is then asked for as JSON, but it need
   * not be valid: the caller validates it.
   */
  reply_schema?: { [key: string]: Json };
  /** 1 on the first try of this turn, and one more on each retry. */
  attempt: number;
  /** Aborts the call: cancellation, or the turn's time limit. */
  signal: AbortSignal;
  /** Receives the reply's text while it is produced, fragment by fragment. */
  onDelta?: (text: string) => void;
}

/** The result of a model turn. */
export interface ModelReply {
  text: string;
  calls: ModelCall[];
  input_tokens: number;
  /** Those of the input tokens that the provider had cached. Default: none. */
  cached_input_tokens?: number;
  output_tokens: number;
  /** How the model ended it. Only of a finished reply are the calls whole. Default: finished. */
  finish?: ReplyFinish;
  reasoning?: ModelReasoning;
  /** The part of the request that was not sent, because the model has no room for it. */
  left_out?: LeftOut;
  /** The provider's request payload, for the trace; contains no credentials. */
  request: { [key: string]: Json };
  /** The provider's response payload, for the trace. */
  response: { [key: string]: Json };
  /** Which of the models of its class has answered, by name and by place from 0. Default: the only one. */
  model?: string;
  entry?: number;
  /** Those that were asked before it. Default: none. */
  failed?: ModelFailure[];
  /** When it was asked, if others were before it. */
  asked_at?: Date;
}

/** A model, bound to a provider and the provider's name for it. */
export interface Model {
  /**
   * Takes one turn.
   * @throws {ModelError} if the provider failed or refused, or its response was interrupted
   * @throws the signal's reason when aborted
   */
  respond(request: ModelRequest): Promise<ModelReply>;
}

/** A model of a class that was asked for a turn, and failed. */
export interface ModelFailure {
  /** `provider:model`. */
  model: string;
  at: Date;
  duration_ms: number;
  error: ModelError;
}

export interface ModelErrorOptions {
  /** Stable and safe to show: says what went wrong, never what was sent. */
  code: ModelFailureCode;
  /** Whether the same turn may succeed later. */
  retryable: boolean;
  /** How long the provider asked to wait (`Retry-After`), in milliseconds. */
  retryAfterMs?: number;
  /** HTTP status of the provider's response, if there was one. */
  status?: number;
  /** The provider's message in its own words, without credentials. It may quote the prompt, so only traces show it. */
  words?: string;
  cause?: unknown;
}

/** The provider failed. The message contains no prompt, reply or credential. */
export class ModelError extends Error {
  override name = 'ModelError';
  readonly code: ModelErrorOptions['code'];
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly #words: string | undefined;
  #failed: readonly ModelFailure[] = [];

  constructor(options: ModelErrorOptions) {
    super(
      `model provider: ${options.code}${options.status === undefined ? '' : ` (HTTP ${options.status})`}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = options.code;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.status = options.status;
    this.#words = options.words;
  }

  /** The provider's message, for the trace alone. It is private, so that no log and no serializer shows it. */
  get words(): string | undefined {
    return this.#words;
  }

  /** Each model that was asked for the turn, in order, this failure included. Empty if only one without a name was. */
  get failed(): readonly ModelFailure[] {
    return this.#failed;
  }

  /** The same error, with each model that was asked. */
  withFailed(failed: readonly ModelFailure[]): this {
    this.#failed = failed;
    return this;
  }
}
