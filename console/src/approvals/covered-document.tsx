import { shownJson } from '#contract/words/shown-json.ts';
import { CodeBlock } from '../ui/json-view.tsx';

/** The text whose SHA-256 is the digest that an approval carries. It is copied as it is: another text has another digest. */
export function CoveredDocument({ document }: { document: string }) {
  return (
    <details className="mt-3 text-note">
      <summary className="cursor-pointer text-muted">Content that an approval covers</summary>
      <CodeBlock
        text={shownJson(document)}
        copied={document}
        label="Content that an approval covers"
        limit={2000}
        wraps
        className="mt-2"
      />
    </details>
  );
}
