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

/** Whether the agent's newest message may say less than is stored. That of a failed run ends with its error. */
export function mayBeStale(messages: readonly UIMessage[]): boolean {
  return messages.at(-1)?.role === 'assistant' && followedRun(messages).state !== 'failed';
}
