import { MessageSquare } from 'lucide-react';
import { useMemo } from 'react';
import type { Run, Trace } from '../../../api/schema.ts';
import { Time } from '../../../time/time.tsx';
import { useNow } from '../../../time/use-now.ts';
import { Card, Section } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { assumedStart, spansOfRun } from './run-spans.ts';
import { scaleOf } from './scale.ts';
import { endOf } from './spans.ts';
import { Tries } from './tries.tsx';
import { TurnCard } from './turn-card.tsx';

/** The turns of a run in order, with what each turn and call spent its time on, on one scale. */
export function Timeline({ run }: { run: Trace }) {
  const nowMs = useNow();
  const { opened_at, closed_at, unanswered_turn } = run;
  const endMs = closed_at === undefined ? nowMs : Date.parse(closed_at);
  const scale = useMemo(() => {
    const waits = spansOfRun(run, endMs).filter(({ kind }) => kind === 'person');
    return scaleOf(
      Date.parse(opened_at),
      endMs,
      waits.map((span) => [span.fromMs, endOf(span)]),
    );
  }, [run, opened_at, endMs]);
  return (
    <div className="space-y-4">
      {run.turns.length > 0 && (
        <ol className="space-y-4" aria-label="Turns">
          {run.turns.map((turn, index) => (
            // A browser lays out only the turns in view: a run may have hundreds.
            <li key={turn.seq} className="[contain-intrinsic-size:auto_12rem] [content-visibility:auto]">
              <TurnCard turn={turn} scale={scale} assumedMs={assumedStart(run, index)} />
            </li>
          ))}
        </ol>
      )}
      {unanswered_turn !== undefined && (
        <Section title={`Turn ${unanswered_turn.seq} was not completed`}>
          <div className="px-5 pb-4">
            <Tries
              who="provider"
              tries={unanswered_turn.tries}
              label={`Failed tries of turn ${unanswered_turn.seq}`}
            />
          </div>
        </Section>
      )}
      {run.turns.length === 0 && unanswered_turn === undefined && <NoTurn terminal={run.terminal} />}
      {run.message !== undefined && <Reply message={run.message} />}
    </div>
  );
}

function NoTurn({ terminal }: { terminal: boolean }) {
  return (
    <Card>
      <EmptyState icon={MessageSquare} title="No turn yet">
        {terminal
          ? 'The run ended before its first turn, or its trace is older than the deployment keeps.'
          : 'The model has not answered yet.'}
      </EmptyState>
    </Card>
  );
}

/** The reply of a run. */
function Reply({ message }: { message: NonNullable<Run['message']> }) {
  return (
    <Section
      title="Reply"
      actions={<Time at={message.created_at} as="clock" className="text-note text-muted" />}
    >
      <div className="px-5 py-4 text-sm">
        <Markdown text={message.content} />
      </div>
    </Section>
  );
}
