import { Link } from '@tanstack/react-router';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { SimulatedPolicy } from '../../../../api/schema.ts';
import { CallStatusBadge } from '../../../../ui/state-badge.tsx';
import { Verdict } from '../../policy-in-words.tsx';
import { locale } from '../../../../text/locale.ts';

type Simulated = SimulatedPolicy;
type Call = Simulated['allow']['examples'][number];
type DifferentCall = NonNullable<Simulated['differences']>['examples'][number];

/** Examples of calls, each with what decided it and with what became of it in fact. */
export function SimulatedCalls({ count, examples }: { count: number; examples: (Call | DifferentCall)[] }) {
  if (count === 0) return <p className="px-5 py-4 text-sm text-muted">None.</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {examples.map((call) => (
          <li key={call.tool_call_id} className="px-5 py-3 text-sm">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <Link
                to="/runs/$runId"
                params={{ runId: call.run_id }}
                target="_blank"
                className="font-mono text-note font-medium text-accent underline-offset-2 hover:underline"
                aria-label={`${call.patch_ref}, its run, opens another window`}
              >
                {call.patch_ref}
              </Link>
              {'before' in call && (
                <span className="inline-flex items-center gap-1.5">
                  <Verdict then={call.before} />
                  <span aria-label="becomes">→</span>
                  <Verdict then={call.after} />
                  {call.before === call.after && <span className="text-note text-muted">in another way</span>}
                </span>
              )}
              <span className="ml-auto flex items-center gap-1.5 text-note text-muted">
                Actual:{call.gate === 'confirm' ? ' held, then' : ''} <CallStatusBadge status={call.status} />
              </span>
            </div>
            <p className="mt-1 text-note break-words text-muted">{visibleLine(reasonOf(call))}</p>
          </li>
        ))}
      </ul>
      {count > examples.length && (
        <p className="border-t px-5 py-2.5 text-note text-muted">
          The first {examples.length} of {count.toLocaleString(locale)}.
        </p>
      )}
    </>
  );
}

/** The reason of a simulated decision. */
function reasonOf({ rule, limits, notes }: Call): string {
  const reasons = [
    rule === null ? 'No rule matches' : `Rule “${rule}”`,
    ...limits.map((limit) => `limit “${limit}”`),
    ...notes,
  ];
  return reasons.join(' · ');
}
