import { z } from 'zod';

const url = z.url({ protocol: /^https?$/ }).optional();
const milliseconds = z.coerce.number().int().min(1).max(3_600_000).optional();
const count = z.coerce.number().int().min(1).max(1_000_000).optional();
/** `name=value` pairs, comma-separated. A value may be a credential, so it is not repeated in an error. */
const pairs = z
  .string()
  .regex(/^\s*[^=,\s]+\s*=[^,]*(,\s*[^=,\s]+\s*=[^,]*)*$/, 'must be name=value pairs, comma-separated')
  .optional();
const flag = z.enum(['true', 'false', '1', '0', 'TRUE', 'FALSE', 'True', 'False']).optional();

/**
 * The variables of OpenTelemetry that the service checks. Its SDK reads them itself (adapters/telemetry/start.ts), because it has to start
 * before everything else is loaded.
 */
export const TracingVariables = {
  OTEL_SDK_DISABLED: flag,
  /** Where spans are exported to, below which `/v1/traces` is; tracing is off without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  /** The same for traces alone, as a whole address. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/protobuf', 'http/json', 'grpc']).optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds,
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  OTEL_BSP_MAX_QUEUE_SIZE: count,
  OTEL_BSP_SCHEDULE_DELAY: milliseconds,
};
