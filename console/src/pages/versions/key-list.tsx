import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';

/** Keys to choose one of. */
export function KeyList({
  label,
  keys,
  chosen,
  onChoose,
}: {
  label: string;
  keys: { key: string; title: string; about: ReactNode }[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
}) {
  return (
    <Card className="overflow-hidden">
      <ul aria-label={label} className="max-h-[calc(100dvh-14rem)] divide-y divide-line overflow-y-auto">
        {keys.map(({ key, title, about }) => (
          <li key={key}>
            <button
              type="button"
              data-row
              aria-current={key === chosen || undefined}
              onClick={() => onChoose(key)}
              className={classes(
                'block w-full px-4 py-3 text-left transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]',
                key === chosen && 'bg-accent-soft',
              )}
            >
              <span className="block truncate text-sm font-medium">{title}</span>
              <span className="mt-0.5 block truncate text-note text-muted">{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
