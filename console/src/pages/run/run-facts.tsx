import type { ReactNode } from 'react';
import type { Trace } from '../../api/schema.ts';
import { creditsText } from '../../text/credits.ts';
import { locale } from '../../text/locale.ts';
import { duration } from '../../time/format.ts';
import { Time } from '../../time/time.tsx';
import { useNow } from '../../time/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { spansOfRun, timesOf } from './timeline/run-spans.ts';
import { TimesBar } from './times-bar.tsx';

/** A run in figures, and where its time went. */
export function RunFacts({ run }: { run: Trace }) {
  const nowMs = useNow();
  const { opened_at, closed_at, turns, cost_credits, connection } = run;
  const calls = turns.reduce((sum, { tool_calls }) => sum + tool_calls.length, 0);
  const tokens = turns.reduce((sum, turn) => sum + turn.input_tokens + turn.output_tokens, 0);
  const openedMs = Date.parse(opened_at);
  const endMs = Math.max(openedMs, closed_at === undefined ? nowMs : Date.parse(closed_at));
  const facts: [string, ReactNode][] = [
    ['Opened', <Time key="opened" at={opened_at} />],
    [closed_at === undefined ? 'Open for' : 'Duration', duration(endMs - openedMs)],
    ['Turns', turns.length.toLocaleString(locale)],
    ['Calls', calls.toLocaleString(locale)],
    ['Tokens', tokens.toLocaleString(locale)],
    ['Cost', creditsText(cost_credits)],
    ['Started by', origins[run.origin]],
    ['Connection', connection?.name ?? 'None'],
  ];
  return (
    <Card className="overflow-hidden">
      <dl className="grid grid-cols-2 gap-px bg-line sm:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name} className="bg-surface px-4 py-3.5 sm:px-5">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="mt-0.5 text-sm font-medium break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {turns.length > 0 && <TimesBar times={timesOf(spansOfRun(run, endMs), [openedMs, endMs])} />}
    </Card>
  );
}

/** The origin of a run in words. */
const origins: Record<Trace['origin'], string> = {
  agent: 'An agent',
  api: 'The API',
  console: 'The console',
  playground: 'The playground',
  mcp: 'An MCP client',
};
