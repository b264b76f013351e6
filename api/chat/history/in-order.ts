import type { MessageDocument } from '#engine/documents/message.ts';
import type { RunWithContent } from '#engine/documents/run.ts';
import { waitingOf } from '../waiting.ts';

/** A message of a conversation in a page: of a user, or all that the agent said and did in a run. */
export type ShownMessage =
  | { by: 'user'; message: MessageDocument }
  | { by: 'agent'; run: RunWithContent; reply: MessageDocument | undefined };

/**
 * The messages of a conversation in their order. A run has one of the agent: where its reply is or, without one, after the message
 * that opened it; what still waits for a person comes last. Of a run that works now there is none.
 * @param messages of a thread, oldest first
 * @param showsAnswers whether the agent's message of a run shows the answers to its questions, which are then no messages of their own
 */
export function inOrder(
  messages: readonly MessageDocument[],
  runs: ReadonlyMap<string, RunWithContent>,
  showsAnswers: (run_id: string) => boolean,
): ShownMessage[] {
  const replied = new Set(messages.filter(({ role }) => role === 'assistant').map(({ run_id }) => run_id));
  const asked = new Set<string>();
  const shown: ShownMessage[] = [];
  const waiting: ShownMessage[] = [];
  for (const message of messages) {
    const { role, run_id } = message;
    const run = runs.get(run_id);
    if (run === undefined || role === 'system') continue;
    if (role === 'assistant') {
      shown.push({ by: 'agent', run, reply: message });
      continue;
    }
    const isFirst = !asked.has(run_id);
    asked.add(run_id);
    if (isFirst || !showsAnswers(run_id)) shown.push({ by: 'user', message });
    if (!isFirst || replied.has(run_id)) continue;
    const ofRun: ShownMessage = { by: 'agent', run, reply: undefined };
    if (run.closed_at !== undefined) shown.push(ofRun);
    else if (waitingOf(run) !== undefined) waiting.push(ofRun);
  }
  return [...shown, ...waiting];
}
