import { MessageSquare } from 'lucide-react';
import { useMemo } from 'react';
import type { Run, Trace } from '../../api/schema.ts';
import { useNow } from '../../time/use-now.ts';
import { Card, Section } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Time } from '../../time/time.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { scaleBetween } from './time-scale.ts';
import { Tries } from './tries.tsx';
import { TurnCard } from './turn-card.tsx';

/** The turns of a run in order, with the time that each call took, on one scale. */
export function Timeline({ run }: { run: Trace }) {
  const nowMs = useNow();
  const { opened_at, closed_at } = run;
  const endMs = closed_at === undefined ? nowMs : Date.parse(closed_at);
  const scale = useMemo(() => scaleBetween(Date.parse(opened_at), endMs), [opened_at, endMs]);
  const { unanswered_turn } = run;
  const unanswered = unanswered_turn !== undefined && (
    <Section title={`Turn ${unanswered_turn.seq} was not given`}>
      <div className="px-5 pb-4">
        <Tries tries={unanswered_turn.tries} label={`Failed tries of turn ${unanswered_turn.seq}`} />
      </div>
    </Section>
  );
  if (run.turns.length === 0 && unanswered) return unanswered;
  if (run.turns.length === 0) {
    return (
      <Card>
        <EmptyState icon={MessageSquare} title="No turn yet">
          {run.terminal
            ? 'The run ended before its first turn, or its trace is older than the deployment keeps.'
            : 'The model has not answered yet.'}
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className="space-y-4">
      <ol className="space-y-4" aria-label="Turns">
        {run.turns.map((turn, index) => (
          // A browser lays out only the turns in view: a run may have hundreds.
          <li key={turn.seq} className="[contain-intrinsic-size:auto_12rem] [content-visibility:auto]">
            <TurnCard turn={turn} scale={scale} startMs={startOf(run, index)} />
          </li>
        ))}
      </ol>
      {unanswered}
      {run.message !== undefined && <MessageText message={run.message} />}
    </div>
  );
}

/** When the model was asked: when the run was opened, or when the last call of the turn before was over. */
function startOf({ opened_at, turns }: Trace, index: number): number {
  const before = turns[index - 1];
  if (before === undefined) return Date.parse(opened_at);
  const ends = before.tool_calls.map(
    ({ started_at, duration_ms = 0 }) => Date.parse(started_at) + duration_ms,
  );
  return Math.max(Date.parse(before.created_at), ...ends);
}

/** The reply of a run. */
function MessageText({ message }: { message: NonNullable<Run['message']> }) {
  return (
    <Section
      title="Reply"
      actions={<Time at={message.created_at} as="clock" className="text-[13px] text-muted" />}
    >
      <div className="px-5 py-4 text-sm">
        <Markdown text={message.content} />
      </div>
    </Section>
  );
}
