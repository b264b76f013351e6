import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import type { NeededRole } from '#contract/role-rules.ts';
import { useRefusal } from './rights.ts';
import { classes } from './classes.ts';

const button = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-lg font-medium whitespace-nowrap transition-colors select-none disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      look: {
        primary: 'bg-accent text-on-accent shadow-card hover:bg-accent-strong',
        plain: 'border border-line-strong bg-surface text-ink shadow-card hover:bg-hover',
        quiet: 'text-muted hover:bg-hover hover:text-ink',
        danger:
          'border border-line-strong bg-surface text-bad shadow-card hover:border-bad hover:bg-bad-soft',
      },
      size: {
        small: 'h-7 px-2.5 text-note',
        medium: 'h-9 px-3.5 text-sm',
        icon: 'size-8 rounded-lg',
      },
    },
    defaultVariants: { look: 'plain', size: 'medium' },
  },
);

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof button> {
  /** Renders the child, a link for example, with the button's look. */
  asChild?: boolean;
  /** The role that is needed to press it. */
  needs?: NeededRole | undefined;
  /** Shows that its work is under way, and cannot be pressed meanwhile. */
  busy?: boolean;
}

/** A button: `primary` for the one main action of a view, `danger` for what destroys or refuses. */
export function Button({
  look,
  size,
  asChild,
  busy = false,
  needs,
  title,
  className,
  children,
  disabled,
  ...props
}: ButtonProps) {
  const refusal = useRefusal(needs);
  const merged = classes(button({ look, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={merged} title={title} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      className={merged}
      disabled={busy || disabled || refusal !== undefined}
      title={refusal ?? title}
      aria-busy={busy || undefined}
      {...props}
    >
      {busy && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  );
}
