import { Time } from '../../../time/time.tsx';
import { classes } from '../../../ui/classes.ts';
import { RunLink } from '../run-link.tsx';

/** A message of the subject. A script is shown as code. */
export function UserBubble({
  text,
  sent,
}: {
  text: string;
  /** Undefined while it is on its way. */
  sent?: { at: string; runId: string; subject: string };
}) {
  const script = text.startsWith('/');
  return (
    <article aria-label="You said" className="flex flex-col items-end">
      <div
        className={classes(
          'max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2.5 break-words whitespace-pre-wrap',
          script ? 'font-mono text-xs leading-5' : 'text-prose leading-6',
          sent === undefined && 'opacity-60',
        )}
      >
        {text}
      </div>
      {sent !== undefined && (
        <p className="mt-1 flex items-center gap-2 text-xs text-muted">
          <RunLink runId={sent.runId} subject={sent.subject} />
          <Time at={sent.at} as="clock" />
        </p>
      )}
    </article>
  );
}
