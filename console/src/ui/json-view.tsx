import { escapedJson } from '#contract/words/unseen-characters.ts';
import { useCut } from '#heddle-react/use-cut.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { CopyButton } from './copy-button.tsx';
import { shownJson } from '#contract/words/shown-json.ts';
import { locale } from '../text/locale.ts';

/** JSON as text, to read and to copy. What is longer than `limit` characters is cut at first. */
export function JsonView({
  value,
  label,
  limit,
  className,
}: {
  value: unknown;
  /** Label for assistive technology. */
  label: string;
  limit?: number | undefined;
  className?: string;
}) {
  const json = JSON.stringify(value, null, 2) ?? 'undefined';
  return (
    <CodeBlock
      text={shownJson(json)}
      copied={escapedJson(json)}
      label={label}
      limit={limit}
      wraps
      {...(className && { className })}
    />
  );
}

/** Code, to read and to copy. */
export function CodeBlock({
  text,
  copied = text,
  label,
  limit,
  wraps = false,
  className,
}: {
  text: string;
  /** The copied text, if it differs from the shown one. */
  copied?: string;
  label: string;
  limit?: number | undefined;
  /** Whether long lines are wrapped, so that nothing is beyond the right edge. */
  wraps?: boolean;
  className?: string;
}) {
  const { shown, left, showAll } = useCut(text, limit, locale);
  return (
    <div className={classes('group relative min-w-0', className)}>
      <pre
        // A region that scrolls must be reachable by keyboard.
        tabIndex={0}
        role="region"
        aria-label={label}
        className={classes(
          'max-h-96 overflow-auto rounded-lg border bg-sunken p-3 font-mono text-xs leading-5',
          wraps && 'wrap-anywhere whitespace-pre-wrap',
        )}
      >
        {shown}
      </pre>
      {left > 0 && (
        <Button size="small" look="quiet" className="mt-1" onClick={showAll}>
          Show {left.toLocaleString(locale)} more characters
        </Button>
      )}
      <CopyButton
        text={copied}
        label={`Copy: ${label}`}
        className="absolute top-1.5 right-1.5 border bg-surface"
      />
    </div>
  );
}
