import { Histogram, type Registry } from 'prom-client';

/** A request that was answered. */
export interface AnsweredRequest {
  method: string;
  /** The path template of the API reference. Actual paths would be an unbounded set of labels. */
  route: string;
  status: number;
  durationMs: number;
}

/** Up to the longest time that a client can wait for a run. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts and times requests: `heddle_http_request_duration_seconds` by method, route and status. */
export function measureRequests(registry: Registry): (request: AnsweredRequest) => void {
  const durations = new Histogram({
    name: 'heddle_http_request_duration_seconds',
    help: 'Time until a request was answered.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  return ({ method, route, status, durationMs }) =>
    durations.observe({ method, route, status }, durationMs / 1000);
}
