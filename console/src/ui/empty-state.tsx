import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** Shown for an empty list: what will be here, and how to get it. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  className,
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div className={classes('flex flex-col items-center px-6 py-14 text-center', className)}>
      <div className="mb-4 grid size-11 place-items-center rounded-xl border bg-surface text-muted shadow-card">
        <Icon className="size-5" aria-hidden />
      </div>
      <p className="font-medium">{title}</p>
      {children !== undefined && (
        <div className="mt-1 max-w-sm text-sm text-balance text-muted">{children}</div>
      )}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}
