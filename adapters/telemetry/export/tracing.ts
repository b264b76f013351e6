import { isSpanContextValid, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TraceContext } from '#contract/trace-context.ts';
import type { Changes } from '#engine/rules/stored.ts';
import { spanIdOf, traceIdOf } from '../spans/ids.ts';
import { linkTo } from '../spans/link-to.ts';
import { stepSpans } from '../spans/step-spans.ts';
import { version } from '../version.ts';
import { FixedIds } from './fixed-ids.ts';
import { GuardedExporter, type Outages } from './guarded-exporter.ts';
import { instrumentations, loadInstrumented } from './instrumentations.ts';
import { linkRequest, recordStep, within } from './record-step.ts';

/** The scope of the spans of runs. */
const scope = 'heddle';
/** How long a process that stops waits for the last spans to be exported. */
const flushMs = 3000;

/** The tracing of a process. */
export interface Tracing {
  /** Records what a commit has stored of a run. Neither throws nor waits. */
  record: (changes: Changes) => void;
  /** Does work for a run in a span with this name: what is traced meanwhile is put below it, in the trace of the run. */
  within: <Result>(runId: string, name: string, work: () => Promise<Result>) => Promise<Result>;
  /** Links the request that is being answered to a trace of its caller, for protocols that name it elsewhere than in headers. */
  linkRequest: (caller: TraceContext) => void;
  /** The trace context of what is being done, for hosts that shall join its trace; undefined outside of a trace. */
  traceContext: () => TraceContext | undefined;
  /** The trace and the span of what is being done, for logs; none outside of a trace. */
  traceIds: () => { trace_id?: string; span_id?: string };
  /** Called for outages of the collector. */
  tell: (outages: Outages) => void;
  /** Exports what has yet to be exported, as far as that takes at most three seconds. */
  close: () => Promise<void>;
}

/** Starts to trace the process, as the `OTEL_*` variables say. What is loaded from then on is instrumented. */
export function startTracing(environment: NodeJS.ProcessEnv): Tracing {
  let listener: Outages | undefined;
  const exporter = new GuardedExporter(createExporter(environment), scope, {
    onLost: (fault) => listener?.onLost(fault),
    onRecovered: () => listener?.onRecovered(),
  });
  const ids = new FixedIds();
  const sdk = new NodeSDK({
    // Neither the command line nor the user of the process.
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': 'heddle', 'service.version': version }),
    ),
    resourceDetectors: [serviceInstanceIdDetector, envDetector],
    traceExporter: exporter,
    idGenerator: ids,
    instrumentations: instrumentations(),
    // Traces are not taken over from callers, and only hosts of connections that ask for it are sent one.
    textMapPropagator: null,
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  loadInstrumented();
  const recorder = { tracer: trace.getTracer(scope), ids };
  return {
    record: (changes) => recordStep(recorder, stepSpans(changes)),
    within: async (runId, name, work) => {
      const run = { traceId: traceIdOf(runId), spanId: spanIdOf(runId, 'invoke_agent') };
      return await within(recorder, run, name, work);
    },
    linkRequest: (caller) => linkRequest(linkTo(caller)),
    traceContext: () => {
      const active = trace.getActiveSpan()?.spanContext();
      if (active === undefined || !isSpanContextValid(active)) return undefined;
      const flags = active.traceFlags.toString(16).padStart(2, '0');
      return { traceparent: `00-${active.traceId}-${active.spanId}-${flags}` };
    },
    traceIds: () => {
      const active = trace.getActiveSpan()?.spanContext();
      return active === undefined ? {} : { trace_id: active.traceId, span_id: active.spanId };
    },
    tell: (outages) => {
      listener = outages;
    },
    close: async () => {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, flushMs);
      await Promise.race([sdk.shutdown().catch(() => {}), late.promise]);
      clearTimeout(timer);
      exporter.close();
    },
  };
}

function createExporter(environment: NodeJS.ProcessEnv): SpanExporter {
  const protocol =
    environment['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || environment['OTEL_EXPORTER_OTLP_PROTOCOL'];
  if (protocol === 'grpc') return new GrpcExporter();
  if (protocol === 'http/json') return new JsonExporter();
  return new ProtobufExporter();
}
