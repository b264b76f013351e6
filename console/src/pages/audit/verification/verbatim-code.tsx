import { visibleLine } from '#contract/words/unseen-characters.ts';

/** A hash or a name, as it is. */
export function VerbatimCode({ children }: { children: string }) {
  return <code className="font-mono text-xs wrap-anywhere text-ink">{visibleLine(children)}</code>;
}
