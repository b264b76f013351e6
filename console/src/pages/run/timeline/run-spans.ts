import type { Trace } from '../../../api/schema.ts';
import { endOf, type Span, type SpanKind, spansOfCall, spansOfTurn } from './spans.ts';
import { lengthOf, union } from './union.ts';

/** When the model was asked for a turn, if its trace does not say: when all that came before it was over. */
export function assumedStart(
  { opened_at, turns }: Pick<Trace, 'opened_at' | 'turns'>,
  index: number,
): number {
  const before = turns[index - 1];
  if (before === undefined) return Date.parse(opened_at);
  const ends = before.tool_calls.map(
    ({ started_at, duration_ms = 0 }) => Date.parse(started_at) + duration_ms,
  );
  return Math.max(Date.parse(before.created_at), ...ends);
}

/** All spans of a run's turns and calls. */
export function spansOfRun(
  run: Pick<Trace, 'opened_at' | 'turns' | 'unanswered_turn'>,
  nowMs: number,
): Span[] {
  const taken = run.turns.flatMap((turn, index) => [
    ...spansOfTurn(turn, assumedStart(run, index)),
    ...turn.tool_calls.flatMap((call) => spansOfCall(call, nowMs)),
  ]);
  const failed = (run.unanswered_turn?.tries ?? []).map(({ at, duration_ms }): Span => ({
    kind: 'failed',
    fromMs: Date.parse(at),
    durationMs: duration_ms,
  }));
  return [...taken, ...failed];
}

/** For how long a run was at each thing, in milliseconds. Calls that are made at the same time count once. */
export function timesOf(spans: Span[], [openedMs, endMs]: readonly [number, number]) {
  const of = (...kinds: SpanKind[]): number =>
    lengthOf(
      union(
        spans
          .filter(({ kind }) => kinds.includes(kind))
          .map((span): [number, number] => [Math.max(openedMs, span.fromMs), Math.min(endMs, endOf(span))]),
      ),
    );
  const all = of('model', 'execution', 'failed', 'pause', 'person');
  return {
    model: of('model'),
    person: of('person'),
    execution: of('execution'),
    retries: of('failed', 'pause'),
    rest: Math.max(0, endMs - openedMs - all),
  };
}

export type Times = ReturnType<typeof timesOf>;
