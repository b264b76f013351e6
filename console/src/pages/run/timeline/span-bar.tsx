import { duration } from '../../../time/format.ts';
import { classes } from '../../../ui/classes.ts';
import { barOf, type Scale } from './scale.ts';
import type { Span } from './spans.ts';
import { partsOf, spanTones } from './span-parts.ts';

/** Spans as a bar on the scale of their run, with the time of each kind in words. */
export function SpanBar({ scale, spans }: { scale: Scale; spans: Span[] }) {
  return (
    <div className="space-y-1.5">
      <div aria-hidden className="relative h-2 overflow-hidden rounded-full bg-sunken">
        {spans.map(({ kind, fromMs, durationMs }, index) => (
          <div
            key={index}
            className={classes('absolute inset-y-0 rounded-full', spanTones[kind])}
            style={barOf(scale, fromMs, durationMs)}
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted tabular-nums">
        {partsOf(spans).map(({ kind, name, ms }) => (
          <li key={kind} className="flex items-center gap-1.5 whitespace-nowrap">
            <span aria-hidden className={classes('size-1.5 rounded-full', spanTones[kind])} />
            {name} {duration(ms)}
          </li>
        ))}
      </ul>
    </div>
  );
}
