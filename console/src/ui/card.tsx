import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

/** A surface that holds what belongs together. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={classes('rounded-card border bg-surface shadow-card', className)} {...props} />;
}

/** A card with a heading, and actions beside it. */
export function Section({
  title,
  description,
  actions,
  children,
  className,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <Card className={classes('overflow-hidden', className)}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-5 py-3.5">
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-sm font-semibold">{title}</h2>
          {description !== undefined && (
            <p className="mt-0.5 text-note text-pretty text-muted">{description}</p>
          )}
        </div>
        {actions}
      </div>
      {children}
    </Card>
  );
}
