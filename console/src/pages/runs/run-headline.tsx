import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { Run } from '../../api/schema.ts';
import { previewOf } from '../../text/preview.ts';
import { RunStateBadge } from '../../ui/state-badge.tsx';

/** A run in two lines: the user's message; then its waiting item, its error, or its last reply. */
export function RunHeadline({ run }: { run: Run }) {
  const { opening, agent, state, reason } = run;
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2 font-medium">
        <span className="truncate">
          {visibleLine(opening === undefined ? agent.name : previewOf(opening))}
        </span>
        <span className="sm:hidden">
          <RunStateBadge state={state} reason={reason} />
        </span>
      </p>
      <p className="truncate text-note text-muted">{visibleLine(lastOf(run))}</p>
    </div>
  );
}

function lastOf({ pending, error, message }: Run): string {
  if (pending?.kind === 'confirmation') return pending.summary.title;
  if (pending !== undefined) return `Waits for ${pending.patch_ref}`;
  if (error !== undefined) return error.message;
  return message === undefined ? '' : previewOf(message.content);
}
