import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

const badge = cva(
  'inline-flex items-center gap-1.5 rounded-md px-1.5 py-0.5 text-xs leading-4 font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-muted',
        accent: 'bg-accent-soft text-accent',
        good: 'bg-good-soft text-good',
        warn: 'bg-warn-soft text-warn',
        bad: 'bg-bad-soft text-bad',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type Tone = NonNullable<VariantProps<typeof badge>['tone']>;

/** A word or two about a state. `dot` puts a dot of its colour before it, which pulses where something is under way. */
export function Badge({
  tone,
  dot = false,
  pulse = false,
  className,
  children,
  ...props
}: ComponentProps<'span'> & { tone?: Tone; dot?: boolean; pulse?: boolean }) {
  return (
    <span className={classes(badge({ tone }), className)} {...props}>
      {dot && (
        <span aria-hidden className={classes('size-1.5 rounded-full bg-current', pulse && 'animate-pulse')} />
      )}
      {children}
    </span>
  );
}
