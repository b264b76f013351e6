import type { Fact } from '#heddle-react/held-facts.ts';
import { classes } from '../ui/classes.ts';

/** Something that is shown of a call, in a list of such. */
export function FactRow({ fact: { label, value }, className }: { fact: Fact; className: string }) {
  return (
    <div className={classes('flex gap-4', className)}>
      <dt className="w-28 shrink-0 break-words text-muted">{label}</dt>
      <dd className="min-w-0 flex-1 font-medium break-words">
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
