import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { classes } from './classes.ts';

/** Says that a change waits for a second person, and where. */
export function ProposedNotice({ className }: { className?: string | undefined }) {
  return (
    <div
      role="alert"
      className={classes('rounded-lg border border-accent/30 bg-accent-soft px-4 py-3 text-sm', className)}
    >
      <div className="flex items-start gap-2.5">
        <Users className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden />
        <div className="min-w-0 flex-1">
          <p className="font-medium">Proposed. It takes effect when another person approves it.</p>
          <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-note text-muted">
            <Link to="/changes" className="text-accent underline underline-offset-2">
              Changes that wait
            </Link>
            <span>
              Code <code className="font-mono text-xs text-ink">change_proposed</code>
            </span>
          </p>
        </div>
      </div>
    </div>
  );
}
