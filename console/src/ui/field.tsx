import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

const control =
  'w-full rounded-lg border border-line-strong bg-surface px-3 text-sm text-ink shadow-card placeholder:text-muted focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60';

/** The props of a control inside a {@link Field}: spread them on the control. */
export interface FieldControl {
  id: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** A label with its control, a hint, and what is wrong with the value. */
export function Field({
  label,
  hint,
  error,
  className,
  labelHidden = false,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  labelHidden?: boolean;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const wrong = error !== undefined && error !== null && error !== '';
  const described = [hint !== undefined && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classes('min-w-0', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block text-note font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': wrong || undefined })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-note text-muted">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={`${id}-error`} className="mt-1.5 text-note text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

/** A line of text. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={classes(control, 'h-9', className)} {...props} />;
}

/** Several lines of text. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={classes(control, 'min-h-20 py-2', className)} {...props} />;
}

/** A choice of one: the browser's own control, which every device and reader knows. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={classes('relative block', className)}>
      <select className={classes(control, 'h-9 appearance-none pr-9')} {...props} />
      <ChevronDown className="pointer-events-none absolute top-2.5 right-3 size-4 text-muted" aria-hidden />
    </span>
  );
}

/** A box to tick, with its label behind it. */
export function Checkbox({ label, className, ...props }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={classes('flex min-h-6 items-center gap-2 text-sm', className)}>
      <input type="checkbox" className="size-4 accent-accent" {...props} />
      {label}
    </label>
  );
}
