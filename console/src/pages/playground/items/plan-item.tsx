import { CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react';
import type { Plan } from '../../../conversation/event-data.ts';
import { classes } from '../../../ui/classes.ts';

const looks = {
  done: { icon: CircleCheck, tone: 'text-good', says: 'done' },
  active: { icon: LoaderCircle, tone: 'text-accent', says: 'under way' },
  pending: { icon: CircleDashed, tone: 'text-muted', says: 'to do' },
} as const;

/** The agent's plan, and how far it is. */
export function PlanItem({ plan }: { plan: Plan }) {
  return (
    <section aria-label="Plan" className="rounded-card border bg-surface px-5 py-4 shadow-card">
      <h2 className="mb-2.5 text-note font-semibold">Plan</h2>
      <ol className="space-y-1.5">
        {plan.steps.map(({ title, status }, index) => {
          const { icon: Icon, tone, says } = looks[status];
          return (
            <li key={index} className="flex items-start gap-2.5 text-sm">
              <Icon className={classes('mt-0.5 size-4 shrink-0', tone)} aria-hidden />
              <span className={classes('min-w-0 break-words', status === 'pending' && 'text-muted')}>
                {title}
              </span>
              <span className="sr-only">{says}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
