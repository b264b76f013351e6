import { defined } from '#contract/defined.ts';
import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import type { Patch } from '#contract/patch.ts';
import type { ConnectionRef } from '#engine/documents/connection.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { AskedOn, AskedPatch, Asking, PatchToAsk } from '#engine/ports/asking.ts';
import type { ConnectionNames } from '#engine/ports/connections.ts';
import type { Schemas } from '#engine/ports/schemas.ts';
import { contextOf } from '#engine/rules/given-context.ts';
import type { Attempt } from '#engine/rules/retry-delay.ts';
import { contextOfRequest, fillArguments } from '#patches/fill.ts';
import { fillTemplates } from '#patches/request.ts';
import { TemplateError } from '#patches/template.ts';
import { newId } from '#store/mongo/ids.ts';
import { prepareCall, type PreparingParts } from './prepare-call.ts';

/** The dependencies of asking patches. */
export interface AskingParts extends PreparingParts {
  connectionNames: ConnectionNames;
  schemas: Pick<Schemas, 'validateArgs'>;
}

/** Asks patches: each request has an `Idempotency-Key` of its own and no approval, and is neither stored nor charged. */
export function createAsking(parts: AskingParts): Asking {
  return { ask: async (asked) => await askPatch(parts, asked) };
}

async function askPatch(
  parts: AskingParts,
  { run, patch_ref, args, values, connection: named, until }: PatchToAsk,
): Promise<AskedPatch> {
  const { workspace_id } = run;
  const patch = await parts.patches.get(workspace_id, patch_ref);
  const connection = await connectionOf(parts, { run, patch, named });
  if (connection === null) return forGood('the connection is gone');
  const context = contextOf(run);
  const given = argumentsOf(args, values);
  if (given === undefined) return forGood('the arguments are too long');
  const filled = fillArguments(patch, given, context);
  if ('fault' in filled) return forGood(filled.fault);
  const valid = await parts.schemas.validateArgs(workspace_id, patch, filled.args);
  if (!valid.ok) return forGood('the arguments are not valid');
  const call = callOf(patch, { workspace_id, run_id: run._id }, filled.args);
  const used = defined({ context: asJson(contextOfRequest(patch, context)) });
  const { connection: _, ...about } = run;
  const asking = { ...about, ...defined({ connection }) };
  let on: AskedOn | undefined;
  const note = (sentOn: Omit<AskedOn, 'name'>) => {
    on = { ...sentOn, name: connection?.name ?? '' };
    return true;
  };
  const prepared = await prepareCall(parts, asking, { ...call, ...used }, note);
  if (prepared === 'moved') throw new Error('a call that nobody was shown cannot have moved');
  if ('impossible' in prepared)
    return { ...forGood(prepared.impossible.error?.code ?? 'impossible'), ...defined({ on }) };
  try {
    return { ...answerOf(await prepared.send(until)), ...defined({ on }) };
  } finally {
    prepared.close?.();
  }
}

/** The connection on which a patch is asked: a tool on its own; null if it is gone, undefined if the run has none. */
async function connectionOf(
  { connectionNames }: AskingParts,
  { run, patch, named }: { run: PatchToAsk['run']; patch: Patch; named: string | undefined },
): Promise<ConnectionRef | null | undefined> {
  const idOrName = patch.mcp?.connection_id ?? named;
  if (idOrName === undefined) return run.connection;
  return await connectionNames.find(run.workspace_id, idOrName, { names: patch.mcp === undefined });
}

/** The arguments; undefined if the values make them too long. */
function argumentsOf(template: JsonObject, values: JsonObject): JsonObject | undefined {
  try {
    const filled = fillTemplates(template, values);
    return isJsonObject(filled) ? filled : undefined;
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

/** The call as it is sent. Its id is the key. */
function callOf(
  { ref, key, timeout_seconds }: Patch,
  of: Pick<ToolCallDocument, 'workspace_id' | 'run_id'>,
  args: JsonObject,
): ToolCallDocument {
  const _id = newId();
  return {
    ...of,
    _id,
    turn_seq: 0,
    index: 0,
    call_id: _id,
    name: key,
    patch_ref: ref,
    interaction: 'silent',
    gate: null,
    status: 'pending',
    timeout_seconds,
    args: toJsonText(args),
    started_at: new Date(),
  };
}

function answerOf({ resolution: { status, result, error }, transient }: Attempt): AskedPatch {
  const value = result === undefined ? undefined : fromJsonText(result);
  if (status === 'ok' && isJsonObject(value)) return { result: value };
  return { fault: error?.code ?? 'there is no answer', transient };
}

function forGood(fault: string): { fault: string; transient: false } {
  return { fault, transient: false };
}

function asJson<Value>(value: Value | undefined) {
  return value === undefined ? undefined : toJsonText(value);
}
