import type { ModelMessage, ModelRequest } from '#engine/ports/model.ts';

/** Stands for what the user said before what is shown. */
const beginning = '(The beginning of this conversation is not shown.)';
/** Comes before the lines about calls, which the assistant has made. */
const calledBefore = 'Calls that I made before, as they are on record, oldest first:';

/** The whole conversation for a model: a note about calls that are too old, earlier runs, and this run. */
export function conversationOf({
  earlier_calls: lines = [],
  history,
  run,
}: Pick<ModelRequest, 'earlier_calls' | 'history' | 'run'>): ModelMessage[] {
  const shown = history.flatMap(({ messages }) => messages);
  if (lines.length === 0) return [...shown, ...run];
  return [
    { role: 'user', content: beginning },
    { role: 'assistant', content: [calledBefore, ...lines.map((line) => `- ${line}`)].join('\n') },
    ...shown,
    ...run,
  ];
}
