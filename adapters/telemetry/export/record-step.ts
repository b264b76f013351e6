import {
  context,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { DescribedSpan, LinkedSpan, StepSpans } from '../spans/described-span.ts';
import { names } from '../spans/names.ts';
import type { FixedIds } from './fixed-ids.ts';

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };

/** A tracer whose spans can have given ids. */
export interface Recorder {
  tracer: Tracer;
  ids: FixedIds;
}

/**
 * Records what a step of a run has added to its trace. The root begins with each step, because the sampler decides by it
 * whether the trace is recorded, and ends once. Its children link to the request that brought the step about.
 */
export function recordStep(recorder: Recorder, { traceId, root, hasEnded, spans }: StepSpans): void {
  const links = linksToCaller(traceId);
  const rootSpan = begin(recorder, traceId, root, ROOT_CONTEXT, hasEnded ? links : []);
  const below = trace.setSpanContext(ROOT_CONTEXT, { ...rootSpan.spanContext(), isRemote: true });
  for (const span of spans) end(begin(recorder, traceId, span, below, links), span);
  if (hasEnded) end(rootSpan, root);
}

/** The context of a run's root span, below which others are put that happen meanwhile. */
function contextOfRun({ tracer, ids }: Recorder, traceId: string, spanId: string): Context {
  const root = ids.withIds({ traceId, spanId }, () => tracer.startSpan('invoke_agent', {}, ROOT_CONTEXT));
  return trace.setSpanContext(ROOT_CONTEXT, { ...root.spanContext(), isRemote: true });
}

/**
 * Does work for a run in a span below the run's own, so that what is traced meanwhile is together. Unlike the others, this span is
 * about what was tried: each attempt has its own.
 */
export async function within<Result>(
  recorder: Recorder,
  run: { traceId: string; spanId: string },
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const below = contextOfRun(recorder, run.traceId, run.spanId);
  const span = recorder.tracer.startSpan(name, {}, below);
  try {
    return await context.with(trace.setSpan(below, span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function begin(
  { tracer, ids }: Recorder,
  traceId: string,
  { id, name, kind, start, attributes, error, links: own = [] }: DescribedSpan,
  parent: Context,
  links: Link[],
): Span {
  const options = {
    kind: kinds[kind],
    startTime: start,
    attributes: { ...attributes, ...(error === undefined ? {} : { [names.error]: error }) },
    links: [...own.map((linked) => ({ context: { ...linked, isRemote: true } })), ...links],
  };
  return ids.withIds({ traceId, spanId: id }, () => tracer.startSpan(name, options, parent));
}

function end(span: Span, { error, end: at, events }: DescribedSpan): void {
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  for (const event of events) span.addEvent(event.name, event.attributes, event.at);
  span.end(at);
}

/** Links the span of the request that is being answered to a span of its caller. */
export function linkRequest(linked: LinkedSpan): void {
  trace.getActiveSpan()?.addLink({ context: { ...linked, isRemote: true } });
}

/** To the request that is being answered, and to the caller's own span that it names. */
function linksToCaller(traceId: string): Link[] {
  const active = trace.getActiveSpan();
  if (active === undefined || active.spanContext().traceId === traceId) return [];
  const { links = [] } = active as Span & Partial<ReadableSpan>;
  const contexts: SpanContext[] = [active.spanContext(), ...links.map((link) => link.context)];
  return contexts.map((linked) => ({ context: linked }));
}
