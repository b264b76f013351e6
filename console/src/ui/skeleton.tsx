import { classes } from './classes.ts';

/** Stands for content that is being loaded. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-md bg-sunken', className)} />;
}

/** A few lines that are being loaded. */
export function SkeletonLines({ lines = 4, className }: { lines?: number; className?: string }) {
  return (
    <div className={classes('space-y-3', className)} role="status">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={index % 3 === 2 ? 'h-4 w-3/5' : 'h-4'} />
      ))}
    </div>
  );
}
