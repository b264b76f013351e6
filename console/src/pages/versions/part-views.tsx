import { Badge } from '../../ui/badge.tsx';
import { CodeBlock } from '../../ui/json-view.tsx';
import { TextDiff } from '../../ui/text-diff.tsx';
import { shownJson } from '#contract/words/shown-json.ts';
import { differingParts, type Part } from './parts.ts';

/** The published definition: texts as written, everything else as JSON. */
export function PartViews({ parts }: { parts: Part[] }) {
  return (
    <div className="space-y-5">
      {parts.map(({ label, text, kind }) => (
        <div key={label}>
          <h3 className="mb-1.5 text-note font-medium">{label}</h3>
          <CodeBlock
            text={shownJson(text)}
            copied={text}
            label={label}
            wraps
            className={kind === 'prose' ? proseLook : '[&_pre]:max-h-[32rem]'}
          />
        </div>
      ))}
    </div>
  );
}

/** A text is read like one, in the type of the page. */
const proseLook = '[&_pre]:max-h-[32rem] [&_pre]:font-sans [&_pre]:text-sm [&_pre]:leading-6';

/** Differences between two definitions, line by line. */
export function PartDifferences({
  left,
  right,
  leftLabel,
  rightLabel,
}: {
  left: Part[];
  right: Part[];
  leftLabel: string;
  rightLabel: string;
}) {
  const differing = differingParts(left, right);
  if (differing.length === 0) return <Badge>The two versions are the same</Badge>;
  return (
    <div className="space-y-5">
      {differing.map(({ label, left, right }) => (
        <section key={label} aria-label={label}>
          <h3 className="mb-1.5 text-note font-medium">{label}</h3>
          <TextDiff
            label={label}
            left={shownJson(left)}
            right={shownJson(right)}
            leftLabel={leftLabel}
            rightLabel={rightLabel}
          />
        </section>
      ))}
    </div>
  );
}
