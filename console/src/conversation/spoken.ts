import type { Trace } from '../api/schema.ts';
import type { Spoken } from './thread-log.ts';
import type { TimelineItem } from './timeline.ts';

/** What the agent had said by each pause of a run, by its trace. */
export function spokenIn({ turns }: Pick<Trace, 'turns'>): Spoken[] {
  const spoken: Spoken[] = [];
  let text = '';
  for (const turn of turns) {
    // As the texts of turns are joined in a reply.
    if (turn.text !== undefined && turn.text !== '')
      text = text === '' ? turn.text : `${text}\n\n${turn.text}`;
    const pauses = turn.tool_calls.some(({ gate, interaction }) => gate !== null || interaction !== 'silent');
    if (pauses && text.trim() !== '' && text !== spoken.at(-1)?.text)
      spoken.push({ at: turn.created_at, text });
  }
  return spoken;
}

/**
 * Puts what was said before a pause where it was said, above what the run paused for, and leaves it there: the reply, or what
 * is written of it, goes on from there.
 */
export function withSpoken(
  items: TimelineItem[],
  spoken: ReadonlyMap<string, readonly Spoken[]>,
): TimelineItem[] {
  if (spoken.size === 0) return items;
  const said = [...spoken].flatMap(([runId, each]) =>
    each.map(({ at, text }, index): TimelineItem => {
      const before = each[index - 1]?.text ?? '';
      return { kind: 'said', key: `${runId} ${index}`, at, runId, text: restOf(text, before) ?? text };
    }),
  );
  const rest = items.flatMap((item) => {
    if (item.kind !== 'message' || item.message.role !== 'assistant') return [item];
    const left = restOf(item.message.content, spoken.get(item.runId)?.at(-1)?.text ?? '');
    const isEmpty = left === '' && (item.message.parts ?? []).every(({ type }) => type === 'text');
    return left === undefined ? [item] : isEmpty ? [] : [{ ...item, rest: left }];
  });
  return [...rest, ...said];
}

/** What a text says after another one with which it begins; undefined if it does not. */
export function restOf(text: string, before: string): string | undefined {
  return text.startsWith(before) ? text.slice(before.length).trimStart() : undefined;
}
