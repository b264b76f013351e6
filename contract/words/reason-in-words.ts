import { visibleLine } from './unseen-characters.ts';

/** The reason for a held call as a line for the person who decides: the agent says it, and the service does not vouch for it. */
export function reasonInWords(reason: string | undefined): string[] {
  return reason === undefined ? [] : [`The agent says: ${visibleLine(reason)}`];
}
