import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { PayeeName } from '../../api/schema.ts';
import { Time } from '../../time/time.tsx';
import { Section } from '../../ui/card.tsx';

/** The names of a payee, and when payments used them. */
export function PayeeNames({ names }: { names: PayeeName[] }) {
  return (
    <Section title="Names" description="As payments had them, the last used first.">
      {names.length === 0 && <p className="p-5 text-sm text-muted">No payment has named it.</p>}
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {names.map(({ name, first_used_at, last_used_at }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-4 px-5 py-2.5 text-sm">
            <bdi className="min-w-0 flex-1 font-medium break-words">{visibleLine(name)}</bdi>
            <span className="text-note text-muted">
              {first_used_at === undefined || last_used_at === undefined ? (
                'added by hand'
              ) : first_used_at === last_used_at ? (
                <Time at={last_used_at} />
              ) : (
                <>
                  <Time at={first_used_at} /> to <Time at={last_used_at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
