import type { ShownAccount } from '#contract/approval-check.ts';
import type { Context } from '#contract/context.ts';
import { defined } from '#contract/defined.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import { buildRequest } from '#patches/request.ts';
import { TemplateError } from '#patches/template.ts';
import type { AppliedGate } from '../documents/applied-gate.ts';
import type { HeldConnection } from '../documents/connection.ts';
import type { HeldPayment } from '../documents/held-payment.ts';
import type { RunDocument, RunOnThread } from '../documents/run.ts';
import type { CallEffect, ToolCallDocument, TurnedDownCall } from '../documents/tool-call.ts';
import type { Connections } from '../ports/connections.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import {
  connectionIdOf,
  faultOfConnection,
  faultOfHeaders,
  heldOn,
  type OpenConnection,
} from '../rules/call-connection.ts';
import { contextOf } from '../rules/given-context.ts';
import { holdingGateOf } from '../rules/gates/gate-of-call.ts';
import { refusedBeside } from '../rules/gates/held-beside.ts';
import { strictest } from '../rules/gates/turned-down.ts';
import type { CallRefusal } from '../rules/inputs.ts';
import { shownRepeat } from '../rules/repeats.ts';
import { argsOf } from '../rules/resolve-call.ts';
import { callsBeside } from './find-beside.ts';
import { refusedPayee } from '../rules/payments/blocked-payee.ts';
import { resolveAccounts } from './resolve-accounts.ts';
import { resolvePayment } from './resolve-payment.ts';
import { turnedDownOf } from './find-turned-down.ts';

/** A connection by its id. */
export type OpenById = (id: string) => Promise<OpenConnection | null>;

/** Opens connections of a run, each once. */
export function opening({ connections }: { connections: Connections }, workspaceId: string): OpenById {
  const opened = new Map<string, ReturnType<OpenById>>();
  return async (id) => {
    const connection = opened.get(id) ?? connections.find(workspaceId, id);
    opened.set(id, connection);
    return await connection;
  };
}

/** The name of the connection on which a run would make a call of a patch; undefined if it is made on none. */
export async function connectionName(
  { builtIns }: Pick<JudgingPorts, 'builtIns'>,
  run: RunDocument,
  patch: Patch,
  open: OpenById,
): Promise<string | undefined> {
  const id = builtIns.has(patch.ref) ? undefined : connectionIdOf(patch, run);
  return id === undefined ? undefined : (await open(id))?.name;
}

/**
 * The connection of a gated call, if it uses one, and the call that it repeats; or the reason why it cannot be made.
 */
export type Makeable = { connection?: HeldConnection; effect?: CallEffect } | { refusal: CallRefusal };

/** Whether a gated call with valid arguments could be carried out now. */
export async function isMakeable(
  ports: JudgingPorts,
  run: RunDocument,
  open: OpenById,
  {
    patch,
    args,
    effect,
    context,
  }: { patch: Patch; args: JsonObject; effect: CallEffect | undefined; context: Context },
): Promise<Makeable> {
  if (ports.builtIns.has(patch.ref)) {
    const called = { ref: patch.ref, workspaceId: run.workspace_id, args };
    const message = await ports.builtIns.faultOf(called);
    return message === undefined ? {} : { refusal: { code: 'invalid_args', message } };
  }
  const id = connectionIdOf(patch, run);
  const connection = id === undefined ? null : await open(id);
  const refusal =
    faultOfConnection(patch, connection) ??
    (connection === null ? undefined : faultOfHeaders(patch, connection)) ??
    faultOfRequest(patch, args, context);
  if (refusal !== undefined) return { refusal };
  if (connection === null) return {};
  const repeating = effect === undefined ? undefined : await withRepeats(ports, effect);
  const held = heldOn(run.workspace_id, connection, ports.seal);
  return { connection: held, ...defined({ effect: repeating }) };
}

/** The current connection, accounts, payment and gate of a recorded call; or the reason why it cannot be made. */
export type MakeableNow =
  | (Exclude<Makeable, { refusal: CallRefusal }> & {
      accounts?: ShownAccount[];
      payment?: HeldPayment;
      /** Its gate combined with the gates of those calls. Default: the gate when the model asked for it. */
      gate?: AppliedGate;
      /** Calls of the thread that asked for the same and were turned down. */
      earlier?: TurnedDownCall[];
    })
  | { refusal: CallRefusal };

/** Whether a call that was recorded earlier could be made now, and on what. */
export async function makeableNow(
  ports: JudgingPorts,
  { run, thread }: RunOnThread,
  call: ToolCallDocument,
): Promise<MakeableNow> {
  const patch = await ports.patches.get(run.workspace_id, call.patch_ref);
  const args = argsOf(call);
  const open = opening(ports, run.workspace_id);
  const makeable = await isMakeable(ports, run, open, {
    patch,
    args,
    effect: call.effect,
    context: contextOf(call),
  });
  if ('refusal' in makeable) return makeable;
  const asked = call.asked ?? [];
  const refusal = refusedBeside(await callsBeside(ports, { run, thread }, asked), asked);
  if (refusal !== undefined) return { refusal };
  const earlier = await turnedDownOf(ports, thread, asked, call);
  const gate = strictest(holdingGateOf(call), earlier);
  const accounts = await resolveAccounts(ports, gate, args, { declared: patch.payment });
  const payment = await resolvePayment(ports, run, patch.payment, args);
  const blocked = refusedPayee(payment);
  if (blocked !== undefined) return { refusal: blocked };
  return {
    ...makeable,
    ...defined({ accounts, payment }),
    ...(earlier.length === 0 ? {} : { earlier, gate }),
  };
}

/** An effect with the call that has made it, or may have, to be shown to approvers. */
async function withRepeats({ store }: Pick<JudgingPorts, 'store'>, { key }: CallEffect): Promise<CallEffect> {
  const earlier = await store.findEffective(key);
  return { key, ...(earlier === undefined ? {} : { repeats: shownRepeat(earlier) }) };
}

/** Why a patch's request cannot be filled with these arguments; undefined if it can. */
function faultOfRequest({ request }: Patch, args: JsonObject, context: Context): CallRefusal | undefined {
  if (request === undefined) return undefined;
  try {
    buildRequest(request, args, context);
    return undefined;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { code: 'invalid_args', message: error.message };
  }
}
