import { CircleAlert } from 'lucide-react';
import { asApiError, faultsOf, isPassing } from '../api/api-error.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { CopyButton } from './copy-button.tsx';
import { Prose } from './prose.tsx';
import { ProposedNotice } from './proposed-notice.tsx';
import { UsingPolicies } from './using-policies.tsx';

/**
 * An error: message, code, faulty fields, and the Request-Id for support; or a notice that another person has to
 * approve.
 */
export function ErrorNotice({
  error,
  onRetry,
  mayHaveHappened = false,
  className,
}: {
  error: unknown;
  /** Whether it is about something that one did, which may have happened if there was no answer. */
  mayHaveHappened?: boolean;
  onRetry?: (() => void) | undefined;
  className?: string;
}) {
  const { message, code, requestId } = asApiError(error);
  if (code === 'change_proposed') return <ProposedNotice className={className} />;
  const faults = faultsOf(error);
  return (
    <div
      role="alert"
      className={classes('rounded-lg border border-bad/30 bg-bad-soft px-4 py-3 text-sm', className)}
    >
      <div className="flex items-start gap-2.5">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
        <div className="min-w-0 flex-1">
          <p className="font-medium break-words">
            <Prose text={message} />
          </p>
          {mayHaveHappened && isPassing(error) && (
            <p className="mt-1">The change may have been made. Try again: it is made only once.</p>
          )}
          {faults.length > 0 && (
            <ul className="mt-1.5 space-y-0.5 text-note">
              {faults.map(({ path, message }) => (
                <li key={`${path} ${message}`} className="break-words">
                  {path !== '' && <code className="font-mono text-xs">{path}</code>} {message}
                </li>
              ))}
            </ul>
          )}
          <UsingPolicies error={error} />
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
            <span>
              Code <code className="font-mono text-ink">{code}</code>
            </span>
            {requestId !== undefined && (
              <span className="inline-flex items-center gap-1 break-all">
                Request-Id <code className="font-mono text-ink">{requestId}</code>
                <CopyButton text={requestId} label="Copy the Request-Id" />
              </span>
            )}
          </p>
        </div>
        {onRetry !== undefined && (
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
