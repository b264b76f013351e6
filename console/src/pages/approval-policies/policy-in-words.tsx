import { visibleLine } from '#contract/words/unseen-characters.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { type Members } from './editor/model/draft.ts';
import { textOf } from './editor/model/texts.ts';
import { conditionWords, holdWords, limitWords } from './editor/model/words.ts';

const verdicts: Record<string, { title: string; tone: Tone }> = {
  allow: { title: 'Allow', tone: 'good' },
  hold: { title: 'Hold', tone: 'warn' },
  deny: { title: 'Deny', tone: 'bad' },
};

/** The decision of a rule or a limit. */
export function Verdict({ then }: { then: unknown }) {
  const { title, tone } = verdicts[textOf(then)] ?? { title: visibleLine(textOf(then)), tone: 'neutral' };
  return <Badge tone={tone}>{title}</Badge>;
}

/** A policy as a person would say it: its rules in their order, then its limits. */
export function PolicyInWords({
  policy: { rules, limits = [] },
}: {
  policy: { rules: readonly Members[]; limits?: readonly Members[] | undefined };
}) {
  return (
    <ol aria-label="The policy in words" className="divide-y divide-line rounded-lg border text-sm">
      {rules.map((rule, index) => (
        <Line key={index} of={rule} words={conditionWords(rule['when'])} />
      ))}
      <li className="px-4 py-2.5 text-note text-muted">
        {rules.length === 0 ? 'Every call is' : 'Calls that no rule matches are'} held for one approval.
      </li>
      {limits.map((limit, index) => (
        <Line key={`limit ${index}`} of={limit} words={limitWords(limit)} />
      ))}
    </ol>
  );
}

function Line({ of, words }: { of: Members; words: string }) {
  return (
    <li className="px-4 py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <Verdict then={of['then']} />
        <span className="min-w-0 break-words">{words}</span>
        <span className="ml-auto text-note break-all text-muted">
          <bdi>{visibleLine(textOf(of['name']))}</bdi>
        </span>
      </p>
      {of['then'] === 'hold' && (
        <ul className="mt-1 space-y-0.5 text-note text-muted">
          {holdWords(of).map((words, index) => (
            <li key={index} className="break-words">
              {words}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
