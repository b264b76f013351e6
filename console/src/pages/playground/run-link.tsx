import { Link } from '@tanstack/react-router';

/** Leads to the run behind a message or a decision. */
export function RunLink({ runId, subject }: { runId: string; subject: string }) {
  return (
    <Link
      to="/runs/$runId"
      params={{ runId }}
      search={{ subject }}
      className="rounded text-xs text-muted underline-offset-2 hover:text-ink hover:underline"
    >
      See the run
    </Link>
  );
}
