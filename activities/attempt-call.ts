import { OutboundError } from '#adapters/outbound-http/errors.ts';
import type { OutboundRequest } from '#adapters/outbound-http/port.ts';
import { retryAfterMs } from '#adapters/model/retry-after.ts';
import { failure, type CallResolution } from '#loom/resolve-call.ts';
import { redactedPayload } from '#loom/redaction.ts';
import { buildRequest } from '#patches/request.ts';
import { TemplateError } from '#patches/template.ts';
import type { RunDocument } from '#store/runs.ts';
import type { ToolCallDocument } from '#store/tool-calls.ts';
import type { ActivityDependencies, OpenConnection } from './create-activities.ts';
import { readAnswer } from './read-answer.ts';

/** One attempt at a call: what came of it, and whether another may do better. */
export interface Attempt {
  resolution: CallResolution;
  /** The same call may work later. */
  transient: boolean;
  /** The host surely did not act on it. */
  noEffect: boolean;
  /** How long the host asked to wait. */
  retryAfterMs?: number | undefined;
}

/** Sends a call to its host once, and reads the answer. Every attempt of a call carries the same key. */
export async function attemptCall(
  deps: ActivityDependencies,
  run: RunDocument,
  call: ToolCallDocument,
  signal: AbortSignal,
): Promise<Attempt> {
  const connection =
    run.connection === undefined ? null : await deps.openConnection(run.workspace_id, run.connection.id);
  if (connection === null) {
    return final(failure('no_connection', 'The run has no connection to call.'));
  }
  let request: OutboundRequest;
  try {
    request = await requestOf(deps, run, call, connection);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return final(failure('invalid_args', error.message));
  }
  const shown = shownRequest(request, connection, call);
  try {
    const answer = await deps.outboundHttp.send({ ...request, signal });
    const resolution = { ...readAnswer(answer), request: shown };
    const { status } = answer;
    const later = retryAfterMs(answer.headers, Date.now());
    return {
      resolution,
      transient: status === 408 || status === 429 || status >= 500,
      noEffect: status === 429 || (status === 503 && later !== undefined),
      retryAfterMs: later,
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const told = error.effect === 'none' ? error.message : `${error.message} The call may have taken effect.`;
    return {
      resolution: { ...failure(error.code, told), request: shown },
      transient: ['unreachable', 'refused', 'timeout', 'reset'].includes(error.code),
      noEffect: error.effect === 'none',
    };
  }
}

const final = (resolution: CallResolution): Attempt => ({ resolution, transient: false, noEffect: true });

/** The call as it goes out. A patch that declares no request is called by its name. */
async function requestOf(
  { patches }: ActivityDependencies,
  run: RunDocument,
  call: ToolCallDocument,
  connection: OpenConnection,
): Promise<OutboundRequest> {
  const patch = await patches.get(run.workspace_id, call.patch_ref);
  const built =
    patch.request === undefined
      ? { method: 'POST', path: `/${call.name}`, query: '', headers: {}, body: call.args }
      : buildRequest(patch.request, call.args);
  return {
    method: built.method,
    url: `${connection.base_url.replace(/\/$/, '')}${built.path}${built.query === '' ? '' : `?${built.query}`}`,
    headers: {
      accept: 'application/json',
      ...built.headers,
      ...connection.headers,
      ...(built.body === undefined ? {} : { 'content-type': 'application/json' }),
      'service-subject': run.subject_ref,
      'service-run': run._id,
      'idempotency-key': call._id,
    },
    ...(built.body === undefined ? {} : { body: JSON.stringify(built.body) }),
    timeoutMs: call.timeout_seconds * 1000,
  };
}

/** The request as traces may show it: without the connection's secrets and the patch's redacted arguments. */
function shownRequest(
  { method, url, headers, body }: OutboundRequest,
  connection: OpenConnection,
  call: ToolCallDocument,
): Record<string, unknown> {
  const secret = new Set(Object.keys(connection.headers).map((name) => name.toLowerCase()));
  return redactedPayload(
    {
      method,
      url: call.redact?.args === undefined ? url : url.replace(/\?.*$/, '?[redacted]'),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          secret.has(name.toLowerCase()) ? '[redacted]' : value,
        ]),
      ),
      ...(body === undefined ? {} : { body: JSON.parse(body) as unknown }),
    },
    [call],
  );
}
