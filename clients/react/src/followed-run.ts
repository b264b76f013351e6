import type { UIMessage } from 'ai';

/** The state of a message's run. */
export interface RunOfMessage {
  run_id?: string;
  state?: string;
}

/** The run of the agent's newest message. */
export function followedRun(messages: readonly UIMessage[]): RunOfMessage {
  const last = messages.at(-1);
  return last?.role === 'assistant' ? (last.metadata ?? {}) : {};
}

/** The run that a message belongs to; undefined until it is known. */
export function runOf({ metadata }: UIMessage): string | undefined {
  return (metadata as RunOfMessage | undefined)?.run_id;
}
