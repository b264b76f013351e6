import { CircleAlert, CircleCheck, CircleDot, Hourglass, TriangleAlert } from 'lucide-react';
import type { Trace } from '../../../api/schema.ts';
import { Card } from '../../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import { Prose } from '../../../ui/prose.tsx';
import { storyOf } from './story-of.ts';

const looks = {
  good: { icon: CircleCheck, colours: 'text-good' },
  bad: { icon: CircleAlert, colours: 'text-bad' },
  warn: { icon: Hourglass, colours: 'text-warn' },
  neutral: { icon: CircleDot, colours: 'text-muted' },
  accent: { icon: CircleDot, colours: 'text-accent' },
} as const;

/** A run in a sentence, with advice. */
export function RunStory({ run }: { run: Trace }) {
  const { tone, what, todo, code } = storyOf(run);
  const { icon, colours } = looks[tone];
  // A waiting run is no fault.
  const Icon = tone === 'warn' && code !== undefined ? TriangleAlert : icon;
  return (
    <Card className="mb-4 flex gap-3 px-4 py-4 sm:px-5">
      <Icon aria-hidden className={classes('mt-px size-5 shrink-0', colours)} />
      <section aria-label="What happened" aria-live="polite" className="min-w-0 text-sm text-pretty">
        <p className="font-medium break-words">
          <Prose text={what} />
        </p>
        {todo !== undefined && (
          <p className="mt-1 text-muted">
            <Prose text={todo} />
          </p>
        )}
        {code !== undefined && <code className="mt-1.5 block font-mono text-xs text-muted">{code}</code>}
      </section>
    </Card>
  );
}
