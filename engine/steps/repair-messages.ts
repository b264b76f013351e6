import type { ReplyFault } from '../documents/turn.ts';
import type { ModelMessage } from '../ports/model.ts';

/** A reply that was not valid is shown to the model again up to this length. */
const shownCharacters = 20_000;

/** The messages that ask for a valid reply after one that was not. */
export function repairMessages(text: string, faults: readonly ReplyFault[]): ModelMessage[] {
  const list = faults.map(({ path, message }) => `- ${path === '' ? 'The reply' : path} ${message}`);
  return [
    { role: 'assistant', content: text.slice(0, shownCharacters).toWellFormed() },
    {
      role: 'user',
      content: [
        'The reply is not valid against the JSON Schema of replies:',
        ...list,
        '',
        'Reply again with the whole JSON value, corrected, and with nothing else.',
      ].join('\n'),
    },
  ];
}
