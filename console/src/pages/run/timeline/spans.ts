import type { ToolCall, Turn } from '../../../api/schema.ts';

/**
 * The kind of a span: `model` and `execution` succeeded, `failed` is a failed attempt, `pause` the delay before the
 * next attempt, and
 * `person` the wait for a decision, an answer or a report.
 */
export type SpanKind = 'model' | 'execution' | 'failed' | 'pause' | 'person';

/** A part of a run's time. */
export interface Span {
  kind: SpanKind;
  fromMs: number;
  durationMs: number;
}

type Timed = Pick<Turn, 'started_at' | 'created_at' | 'tries'>;
type TimedCall = Pick<
  ToolCall,
  'gate' | 'interaction' | 'started_at' | 'duration_ms' | 'decision' | 'tries' | 'status'
>;

/**
 * How a model turn spent its time.
 * @param assumedMs when it began, if the trace does not say
 */
export function spansOfTurn({ started_at, created_at, tries = [] }: Timed, assumedMs: number): Span[] {
  const endMs = Date.parse(created_at);
  const fromMs = started_at === undefined ? assumedMs : Date.parse(started_at);
  if (tries.length === 0) return [span('model', fromMs, endMs)];
  return spansOfTries(tries, 'model', endMs);
}

/** The spans of a call: first with a person, then at its host. An open call ends at `nowMs`. */
export function spansOfCall(call: TimedCall, nowMs: number): Span[] {
  const { gate, interaction, started_at, duration_ms, decision, tries = [] } = call;
  const fromMs = Date.parse(started_at);
  const endMs = duration_ms === undefined ? Math.max(fromMs, nowMs) : fromMs + duration_ms;
  // The answer or report ends such a call; nothing is executed.
  if (interaction === 'interactive' || interaction === 'proposed_action')
    return [span('person', fromMs, endMs)];
  if (gate === null) return executed(tries, fromMs, endMs);
  if (decision?.decision !== 'approve') return [span('person', fromMs, endMs)];
  const decidedMs = Math.min(endMs, Math.max(fromMs, Date.parse(decision.created_at)));
  return [span('person', fromMs, decidedMs), ...executed(tries, decidedMs, endMs)];
}

function executed(tries: NonNullable<ToolCall['tries']>, fromMs: number, endMs: number): Span[] {
  const first = tries[0];
  if (first === undefined) return [span('execution', fromMs, endMs)];
  const spans = spansOfTries(tries, 'execution', endMs);
  const lastMs = Math.max(...spans.map(endOf));
  // The time before the first attempt and after the last one belongs to the execution.
  const around = [span('execution', fromMs, Date.parse(first.at)), span('execution', lastMs, endMs)] as const;
  const [before, after] = around.map((part) => (part.durationMs > 0 ? [part] : []));
  return [...(before ?? []), ...spans, ...(after ?? [])];
}

function spansOfTries(
  tries: { at: string; code?: string; duration_ms?: number; retry_in_ms?: number }[],
  kind: 'model' | 'execution',
  endMs: number,
): Span[] {
  return tries.flatMap(({ at, code, duration_ms, retry_in_ms }, index) => {
    const atMs = Date.parse(at);
    const next = tries[index + 1];
    const nextMs = next === undefined ? endMs : Date.parse(next.at);
    const overMs = duration_ms === undefined ? nextMs : atMs + duration_ms;
    const tried = span(code === undefined ? kind : 'failed', atMs, overMs);
    const waits = next !== undefined || retry_in_ms !== undefined;
    return waits && nextMs > overMs ? [tried, span('pause', overMs, nextMs)] : [tried];
  });
}

/** When a span is over, in milliseconds. */
export function endOf({ fromMs, durationMs }: Span): number {
  return fromMs + durationMs;
}

function span(kind: SpanKind, fromMs: number, toMs: number): Span {
  return { kind, fromMs, durationMs: Math.max(0, toMs - fromMs) };
}
