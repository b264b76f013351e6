import { duration } from '../../time/format.ts';
import { classes } from '../../ui/classes.ts';
import type { Times } from './timeline/run-spans.ts';
import { spanTones } from './timeline/span-parts.ts';

const parts: [name: keyof Times, title: string, tone: string][] = [
  ['model', 'Model', spanTones.model],
  ['execution', 'Execution of calls', spanTones.execution],
  ['person', 'Waiting for a person', spanTones.person],
  ['retries', 'Failed tries and the time between them', spanTones.failed],
  ['rest', 'Rest', 'bg-line-strong'],
];

/** Where the time of a run went, as one bar and in words. */
export function TimesBar({ times }: { times: Times }) {
  const shown = parts.filter(([name]) => times[name] > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-label="Where the time went" className="border-t px-4 py-3.5 sm:px-5">
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken">
        {shown.map(([name, , tone]) => (
          <div key={name} className={classes('min-w-1', tone)} style={{ flexGrow: times[name] }} />
        ))}
      </div>
      <dl className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1 text-note">
        {shown.map(([name, title, tone]) => (
          <div key={name} className="flex items-center gap-1.5">
            <dt className="flex items-center gap-1.5 text-muted">
              <span aria-hidden className={classes('size-2 rounded-full', tone)} />
              {title}
            </dt>
            <dd className="font-medium tabular-nums">{duration(times[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
