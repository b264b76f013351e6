import { useState } from 'react';
import type { SimulatedPolicy } from '../../../../api/schema.ts';
import { counted } from '../../../../text/counted.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Tabs } from '../../../../ui/tabs.tsx';
import { SimulatedCalls } from './simulated-calls.tsx';
import { locale } from '../../../../text/locale.ts';

type Simulated = SimulatedPolicy;
type View = 'differences' | 'allow' | 'hold' | 'deny';

/** The decisions of a simulated draft: counts, and examples with links to their runs. */
export function SimulationResult({ simulated, isStale }: { simulated: Simulated; isStale: boolean }) {
  const { calls, allow, hold, deny, differences, complete } = simulated;
  const [view, setView] = useState<View>(differences === undefined ? 'allow' : 'differences');
  const tabs = [
    ...(differences === undefined
      ? []
      : [
          {
            name: 'differences' as const,
            title: `Differs from ${differences.from} (${differences.count.toLocaleString(locale)})`,
            content: <SimulatedCalls {...differences} />,
          },
        ]),
    { name: 'allow' as const, title: titleOf('Allowed', allow), content: <SimulatedCalls {...allow} /> },
    { name: 'hold' as const, title: titleOf('Held', hold), content: <SimulatedCalls {...hold} /> },
    { name: 'deny' as const, title: titleOf('Denied', deny), content: <SimulatedCalls {...deny} /> },
  ];
  return (
    <div className="border-t">
      <p role="status" className="sr-only">
        {`${calls} calls: ${allow.count} allowed, ${hold.count} held, ${deny.count} denied.`}
      </p>
      <dl className="grid grid-cols-3 gap-px bg-line">
        <Figure name="Allowed" count={allow.count} of={calls} tone="text-good" />
        <Figure name="Held" count={hold.count} of={calls} tone="text-warn" />
        <Figure name="Denied" count={deny.count} of={calls} tone="text-bad" />
      </dl>
      <div className="flex flex-wrap gap-2 border-t px-5 py-2.5 text-note text-muted">
        {counted(calls, 'call')} with a gate.
        {!complete && <Badge tone="warn">There were more than a simulation looks at</Badge>}
        {isStale && <Badge tone="warn">The draft has changed since</Badge>}
      </div>
      <Tabs
        label="Simulated calls"
        value={view}
        onChange={setView}
        tabs={tabs}
        className="border-t"
        listClassName="px-5"
      />
    </div>
  );
}

function titleOf(name: string, { count }: { count: number }): string {
  return `${name} (${count.toLocaleString(locale)})`;
}

function Figure({ name, count, of, tone }: { name: string; count: number; of: number; tone: string }) {
  return (
    <div className="bg-surface px-5 py-3.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 text-xl font-semibold tabular-nums">
        <span className={count === 0 ? 'text-muted' : tone}>{count.toLocaleString(locale)}</span>
        {of > 0 && (
          <span className="ml-2 text-note font-normal text-muted">{Math.round((100 * count) / of)} %</span>
        )}
      </dd>
    </div>
  );
}
