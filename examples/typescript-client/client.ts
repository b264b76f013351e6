import { randomUUID } from 'node:crypto';
import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from './heddle.ts';

export type Run = components['schemas']['Run'];

/** An error response. Branch on `code`, which is stable; quote `requestId` to support. */
export class HeddleError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly requestId: string | null;

  constructor(
    response: Response,
    { message, code, details }: { message: string; code: string; details?: unknown },
  ) {
    super(message);
    this.name = 'HeddleError';
    this.status = response.status;
    this.code = code;
    this.details = details;
    this.requestId = response.headers.get('Request-Id');
  }
}

/** A client that acts for one subject of a workspace. Its calls throw a `HeddleError` where the API answers one. */
export function createHeddle({
  baseUrl,
  apiKey,
  subject,
}: {
  baseUrl: string;
  apiKey: string;
  subject: string;
}) {
  const heddle = createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}`, 'Service-Subject': subject },
  });
  heddle.use(safeToRepeat, throwErrors);
  return heddle;
}

export type Heddle = ReturnType<typeof createHeddle>;

/** Every POST has a key of its own: should its answer get lost, sending it again does nothing twice. */
const safeToRepeat: Middleware = {
  onRequest({ request }) {
    if (request.method === 'POST') request.headers.set('Idempotency-Key', randomUUID());
  },
};

const throwErrors: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return;
    const { error } = (await response.clone().json()) as { error: { message: string; code: string } };
    throw new HeddleError(response, error);
  },
};

/** The `data` of a response's envelope. Errors were thrown before. */
export function dataOf<Data>({ data }: { data?: { data: Data } }): Data {
  if (data === undefined) throw new Error('a success without a body');
  return data.data;
}

/** Waits for as long as a run works: until it ended, or wants something. */
export async function settled(heddle: Heddle, id: string): Promise<Run> {
  for (;;) {
    const run = dataOf(
      await heddle.GET('/v1/loom/runs/{id}', { params: { path: { id }, query: { wait: 30 } } }),
    );
    if (run.state !== 'running') return run;
  }
}
