import { ShieldAlert } from 'lucide-react';
import type { Verified } from '#contract/audit-verification.ts';
import { counted } from '../../../text/counted.ts';
import { JsonView } from '../../../ui/json-view.tsx';
import type { AuditEntry } from '../audit-entries.ts';
import { locale } from '../../../text/locale.ts';

/** Where the log differs from what was sealed: the first place, with its entry, and then the others. */
export function FoundFaults({
  faults,
  first,
}: {
  faults: Verified['faults'];
  first: AuditEntry | undefined;
}) {
  const [found, ...others] = faults.toSorted((a, b) => a.seq - b.seq);
  if (found === undefined) return null;
  return (
    <div role="alert" className="rounded-lg border border-bad/30 bg-bad-soft px-4 py-3">
      <p className="flex items-start gap-2.5 font-medium">
        <ShieldAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
        <span>
          The log breaks at entry {found.seq.toLocaleString(locale)}: {found.message}.{' '}
          <code className="font-mono text-xs text-muted">{found.fault}</code>
        </span>
      </p>
      {found.seq > 1 && (
        <p className="mt-1.5 text-note text-muted">
          Entries 1 to {(found.seq - 1).toLocaleString(locale)} are as they were sealed.
        </p>
      )}
      {first !== undefined && (
        <div className="mt-3">
          <p className="mb-1.5 text-note text-muted">The entry in the log at that place:</p>
          <JsonView value={first} label={`Entry ${first.seq}`} />
        </div>
      )}
      {others.length > 0 && (
        <details className="mt-3 text-note">
          <summary className="w-fit rounded text-muted hover:text-ink">
            {counted(others.length, 'more fault')}
          </summary>
          <ul className="mt-2 max-h-48 space-y-1 overflow-y-auto">
            {others.map(({ fault, seq, message }, index) => (
              <li key={index} className="break-words">
                {seq.toLocaleString(locale)}: {message}{' '}
                <code className="font-mono text-xs text-muted">{fault}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
