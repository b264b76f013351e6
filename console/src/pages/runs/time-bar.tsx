import { duration } from '../../time/format.ts';
import { classes } from '../../ui/classes.ts';
import { barOf, type Scale } from './time-scale.ts';

const tones = {
  model: 'bg-chart-accent',
  call: 'bg-chart-good',
  failed: 'bg-chart-bad',
  waiting: 'bg-chart-warn',
} as const;

/** A span of time as a bar on the scale of its run, with its length in words. */
export function TimeBar({
  scale,
  fromMs,
  durationMs,
  tone,
  label,
}: {
  scale: Scale;
  fromMs: number;
  durationMs: number;
  tone: keyof typeof tones;
  label: string;
}) {
  return (
    <div className="flex items-center gap-3" title={`${label}: ${duration(durationMs)}`}>
      <div aria-hidden className="relative h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken">
        <div
          className={classes('absolute inset-y-0 rounded-full', tones[tone])}
          style={barOf(scale, fromMs, durationMs)}
        />
      </div>
      <span className="w-20 shrink-0 text-right text-xs text-muted tabular-nums">
        <span className="sr-only">{label} </span>
        {duration(durationMs)}
      </span>
    </div>
  );
}
