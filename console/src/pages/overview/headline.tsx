import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { HeadlineFigure } from './headline-figures.ts';

/** The figures to see first. */
export function Headline({ figures }: { figures: HeadlineFigure[] }) {
  return (
    <Card className="mb-6 overflow-hidden">
      <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
        {figures.map(({ name, value, about }) => (
          <div key={name} className="bg-surface px-5 py-4">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="mt-1 text-lg font-semibold tracking-tight break-words tabular-nums sm:text-xl">
              {value === undefined ? <Skeleton className="h-7 w-20" /> : (value ?? 'Unknown')}
            </dd>
            {about !== undefined && <dd className="mt-0.5 text-note text-muted">{about}</dd>}
          </div>
        ))}
      </dl>
    </Card>
  );
}
