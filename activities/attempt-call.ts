import { OutboundError } from '#adapters/outbound-http/errors.ts';
import type { Patch } from '#contract/patch.ts';
import type { OutboundRequest } from '#adapters/outbound-http/port.ts';
import { retryAfterMs } from '#adapters/retry-after.ts';
import { failure, type CallResolution } from '#loom/resolve-call.ts';
import { redactedArgs } from '#loom/redaction.ts';
import { redacted } from '#patches/redact.ts';
import { buildRequest } from '#patches/request.ts';
import { TemplateError } from '#patches/template.ts';
import type { RunDocument } from '#store/runs.ts';
import type { ToolCallDocument } from '#store/tool-calls.ts';
import type { ActivityDependencies, OpenConnection } from './dependencies.ts';
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
  { run, call, connection }: { run: RunDocument; call: ToolCallDocument; connection: OpenConnection | null },
  signal: AbortSignal,
): Promise<Attempt> {
  if (connection === null) {
    return final(failure('no_connection', 'The run has no connection to call.'));
  }
  const patch = await deps.patches.get(run.workspace_id, call.patch_ref);
  let request: OutboundRequest;
  try {
    request = requestOf(patch, run, call, connection);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return final(failure('invalid_args', error.message));
  }
  const shown = shownRequest(patch, run, call, connection);
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
function requestOf(
  patch: Patch,
  run: RunDocument,
  call: ToolCallDocument,
  connection: OpenConnection,
): OutboundRequest {
  const { args } = call;
  const built =
    patch.request === undefined
      ? { method: 'POST', path: `/${call.name}`, query: '', headers: {}, body: args }
      : buildRequest(patch.request, args);
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

/**
 * The request as traces may show it: made of what may be shown of the arguments, without the connection's secrets and
 * the call's id. Where redacted arguments do not fit their place, the template stands unfilled.
 */
function shownRequest(
  patch: Patch,
  run: RunDocument,
  call: ToolCallDocument,
  connection: OpenConnection,
): Record<string, unknown> {
  const hidden = Object.fromEntries(Object.keys(connection.headers).map((name) => [name, redacted]));
  const shownCall = { ...call, _id: redacted, args: redactedArgs(call) };
  const shownConnection = { base_url: connection.base_url, headers: hidden };
  try {
    const { method, url, headers, body } = requestOf(patch, run, shownCall, shownConnection);
    return { method, url, headers, ...(body === undefined ? {} : { body: JSON.parse(body) as unknown }) };
  } catch (error) {
    if (!(error instanceof TemplateError) || patch.request === undefined) throw error;
    const { method, path } = patch.request;
    return { method, url: `${connection.base_url.replace(/\/$/, '')}${path}`, headers: hidden };
  }
}
