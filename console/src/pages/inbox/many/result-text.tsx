import type { Approval } from '../../../api/schema.ts';
import { SettledWords } from './item-line.tsx';
import type { ResultWords } from './result-words.ts';

const tones = { good: 'text-good', neutral: 'text-muted', warn: 'text-warn', bad: 'text-bad' } as const;

/** The outcome of one decision, with the code of a refusal. */
export function ResultText({
  item,
  words: { text, tone, code, settledBefore },
}: {
  item: Approval;
  words: ResultWords;
}) {
  return (
    <>
      <span className={tones[tone]}>{settledBefore ? <SettledWords item={item} /> : text}</span>
      {code !== undefined && <code className="ml-2 font-mono text-xs text-muted">{code}</code>}
    </>
  );
}
