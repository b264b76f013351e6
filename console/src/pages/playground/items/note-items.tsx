import { type EarlyEnd, earlyEnds } from '../../../conversation/early-end.ts';
import { CircleAlert, Forward } from 'lucide-react';
import { visibleText } from '#contract/words/unseen-characters.ts';
import type { Failed, Handoff } from '../../../conversation/event-data.ts';
import { RunLink } from '../run-link.tsx';

/** The agent handed the conversation over to a person. */
export function HandoffItem({ handoff: { reason, summary } }: { handoff: Handoff }) {
  return (
    <section aria-label="Handoff" className="rounded-card border bg-surface px-5 py-4 shadow-card">
      <p className="flex items-center gap-2 text-note font-medium text-muted">
        <Forward className="size-4" aria-hidden />
        Handed over to a person
      </p>
      <p className="mt-2 font-medium break-words">{visibleText(reason)}</p>
      {summary !== undefined && <p className="mt-1 text-sm break-words text-muted">{visibleText(summary)}</p>}
    </section>
  );
}

/** A run failed. */
export function FailureItem({
  error,
  runId,
  subject,
}: {
  error: Failed['error'];
  runId: string;
  subject: string;
}) {
  return (
    <section aria-label="Failure" className="rounded-card border border-bad/30 bg-bad-soft px-5 py-4">
      <p className="flex items-center gap-2 text-sm font-semibold text-bad">
        <CircleAlert className="size-4" aria-hidden />
        The run failed
      </p>
      <p className="mt-1.5 text-sm break-words">{error.message}</p>
      <p className="mt-1.5 flex flex-wrap gap-x-3 text-xs text-muted">
        <span>
          Code <code className="font-mono text-ink">{error.code}</code>
        </span>
        <RunLink runId={runId} subject={subject} />
      </p>
    </section>
  );
}

/** A run ended before it was done. */
export function EndItem({ reason, ...run }: { reason: EarlyEnd; runId: string; subject: string }) {
  return (
    <p className="flex items-center gap-3 text-note text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <span>{earlyEnds[reason]}</span>
      <RunLink {...run} />
    </p>
  );
}
