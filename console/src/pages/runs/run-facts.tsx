import { earlyEnds, isEarlyEnd } from '../../conversation/early-end.ts';
import type { Trace } from '../../api/schema.ts';
import { creditsText } from '../../text/credits.ts';
import { duration } from '../../time/format.ts';
import { Time } from '../../time/time.tsx';
import { useNow } from '../../time/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { locale } from '../../text/locale.ts';

/** A run in figures, and why it ended. */
export function RunFacts({ run }: { run: Trace }) {
  const nowMs = useNow();
  const { opened_at, closed_at, turns, error, reason, cost_credits, origin, connection } = run;
  const calls = turns.reduce((sum, { tool_calls }) => sum + tool_calls.length, 0);
  const tokens = turns.reduce((sum, turn) => sum + turn.input_tokens + turn.output_tokens, 0);
  const endMs = closed_at === undefined ? nowMs : Date.parse(closed_at);
  const facts: [string, React.ReactNode][] = [
    ['Opened', <Time key="opened" at={opened_at} />],
    [closed_at === undefined ? 'Open for' : 'Duration', duration(Math.max(0, endMs - Date.parse(opened_at)))],
    ['Turns', turns.length],
    ['Calls', calls],
    ['Tokens', tokens.toLocaleString(locale)],
    ['Cost', creditsText(cost_credits)],
    ['Origin', origin],
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
      {error !== undefined && (
        <p className="border-t bg-bad-soft px-5 py-3 text-sm">
          <span className="font-medium">{error.message}</span>{' '}
          <code className="font-mono text-xs text-muted">{error.code}</code>
        </p>
      )}
      {reason !== undefined && (
        <p className="border-t px-5 py-3 text-sm text-muted">
          {isEarlyEnd(reason) ? earlyEnds[reason] : `Closed: ${reason}`}
        </p>
      )}
    </Card>
  );
}
