import type { Trace } from '../api/schema.ts';
import type { Spoken } from './thread-log.ts';
import type { TimelineItem } from './timeline.ts';

/** The agent's text up to each pause of a run, from its trace. */
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

/** Places the text that preceded a pause above the item that the run paused for. The reply continues below it. */
export function withSpoken(
  items: TimelineItem[],
  spoken: ReadonlyMap<string, readonly Spoken[]>,
): TimelineItem[] {
  if (spoken.size === 0) return items;
  const texts = [...spoken].flatMap(([runId, each]) =>
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
  return [...rest, ...texts];
}

/** The rest of a text after a prefix, or undefined if the text does not start with it. */
export function restOf(text: string, before: string): string | undefined {
  return text.startsWith(before) ? text.slice(before.length).trimStart() : undefined;
}
