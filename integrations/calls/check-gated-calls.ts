import { nextTurn } from '#engine/event-loop/next-turn.ts';
import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import type { CallRefusal, JudgedCall } from '#engine/rules/inputs.ts';
import { heldBy } from '#engine/rules/gates/gate-of-call.ts';
import { strictest } from '#engine/rules/gates/turned-down.ts';
import { shownRepeat } from '#engine/rules/repeats.ts';
import { argsOf } from '#engine/rules/resolve-call.ts';
import { buildRequest } from '#patches/request.ts';
import { TemplateError } from '#patches/template.ts';
import type { Makeable, RunOnThread } from '#engine/ports/calls.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import { findEffective } from '#store/runs/effects.ts';
import { findTurnedDown } from '#store/runs/turned-down.ts';
import type { CallEffect, ToolCallDocument, TurnedDownCall } from '#engine/documents/tool-call.ts';
import { applyGate } from './apply-gate.ts';
import { askedFor } from './asked-for.ts';
import { faultOfBuiltIn, isAnsweredHere } from './built-in-result.ts';
import { connectionIdOf, faultOfConnection, heldOn } from './call-connection.ts';
import type { CallParts } from './call-parts.ts';
import { LimitTally } from './limit-tally.ts';
import { faultOfHeaders } from './prepare-http-call.ts';
import { resolveAccounts } from './resolve-accounts.ts';

/**
 * Has the gates of a turn's calls decide about them, and refuses the held ones that could not be carried out if they were
 * approved now: nobody should have to decide on them (confirm.never-held). The conditions of all gates share one time limit.
 */
export async function checkGatedCalls(
  parts: CallParts,
  { run, thread }: RunOnThread,
  judged: JudgedCall[],
): Promise<JudgedCall[]> {
  const gated = await withAsked(parts, run, judged);
  const turnedDown = await turnedDownOf(
    parts,
    thread,
    gated.flatMap(({ asked = [] }) => asked),
  );
  const checked: JudgedCall[] = [];
  const shared = { budget: parts.schemas.turnBudget(), tally: new LimitTally() };
  // The calls of one turn mostly share a connection.
  const opened = new Map<string, ReturnType<OpenById>>();
  const open: OpenById = async (id) => {
    const connection = opened.get(id) ?? parts.openConnection(run.workspace_id, id);
    opened.set(id, connection);
    return await connection;
  };
  for (const call of gated) {
    const { tool, refusal, args, asked } = call;
    if (refusal !== undefined || tool?.wired.gate === undefined) {
      checked.push(call);
      continue;
    }
    // A request may be large, and there may be many.
    await nextTurn();
    const connectionName = async () => {
      const id = isAnsweredHere(tool.patch.ref) ? undefined : connectionIdOf(tool.patch, run);
      return id === undefined ? undefined : (await open(id))?.name;
    };
    const applied = await applyGate(parts, run, { tool, args }, connectionName, shared);
    const earlier = sameAs(turnedDown, asked);
    const gate = applied && strictest(applied, earlier);
    if (gate?.verdict !== 'hold') {
      checked.push({ ...call, ...defined({ gate }) });
      continue;
    }
    checked.push({
      ...call,
      gate,
      ...(earlier.length === 0 ? {} : { earlier }),
      ...(await isMakeable(parts, run, open, { patch: tool.patch, args, effect: call.effect })),
      ...defined({ accounts: await resolveAccounts(parts.identifier, gate, args) }),
    });
  }
  return checked;
}

/** The calls with what those that have a gate ask for: a request may be large, and there may be many. */
async function withAsked({ db }: CallParts, run: RunDocument, judged: JudgedCall[]): Promise<JudgedCall[]> {
  const isGated = ({ tool, refusal }: JudgedCall) => refusal === undefined && tool?.wired.gate !== undefined;
  if (!judged.some(isGated)) return judged;
  const nameOf = await db.blindIndex.of(run.workspace_id);
  const named: JudgedCall[] = [];
  for (const call of judged) {
    const { tool, args, effect } = call;
    if (tool === undefined || !isGated(call)) {
      named.push(call);
      continue;
    }
    await nextTurn();
    named.push({ ...call, asked: askedFor(nameOf, run.thread_id, tool.patch, args, effect) });
  }
  return named;
}

/** Calls of the thread that were turned down and asked for the same. A thread on which none was costs no read. */
export async function turnedDownOf(
  { db }: Pick<CallParts, 'db'>,
  { turned_down = 0 }: Pick<ThreadDocument, 'turned_down'>,
  asked: readonly string[],
): Promise<TurnedDownCall[]> {
  return turned_down === 0 || asked.length === 0 ? [] : await findTurnedDown(db, asked);
}

function sameAs(turnedDown: readonly TurnedDownCall[], asked: readonly string[] = []): TurnedDownCall[] {
  return turnedDown.filter(({ turned_down }) => turned_down.asked.some((name) => asked.includes(name)));
}

type OpenById = (id: string) => ReturnType<CallParts['openConnection']>;

/** What checking calls needs. */
export type CheckingParts = Pick<
  CallParts,
  'agents' | 'db' | 'extractor' | 'identifier' | 'openConnection' | 'patches' | 'schemas' | 'seal'
>;

/** Whether a gated call with valid arguments could be carried out now. */
export async function isMakeable(
  parts: CheckingParts,
  run: RunDocument,
  open: OpenById,
  { patch, args, effect }: { patch: Patch; args: JsonObject; effect: CallEffect | undefined },
): Promise<Makeable> {
  if (isAnsweredHere(patch.ref)) {
    const message = await faultOfAnswer(parts, { ref: patch.ref, workspaceId: run.workspace_id, args });
    return message === undefined ? {} : { refusal: { code: 'invalid_args', message } };
  }
  const id = connectionIdOf(patch, run);
  const connection = id === undefined ? null : await open(id);
  const refusal =
    faultOfConnection(patch, connection) ??
    (connection === null ? undefined : faultOfHeaders(patch, connection)) ??
    faultOfRequest(patch, args);
  if (refusal !== undefined) return { refusal };
  if (connection === null) return {};
  const repeating = effect === undefined ? undefined : await withRepeats(parts, effect);
  const held = heldOn(run.workspace_id, connection, parts.seal);
  return { connection: held, ...defined({ effect: repeating }) };
}

/** Whether a call that was recorded earlier could be made now, and on what. */
export async function makeableNow(
  parts: CallParts,
  { run, thread }: RunOnThread,
  call: ToolCallDocument,
): Promise<Makeable> {
  const patch = await parts.patches.get(run.workspace_id, call.patch_ref);
  const open: OpenById = async (id) => await parts.openConnection(run.workspace_id, id);
  const args = argsOf(call);
  const makeable = await isMakeable(parts, run, open, { patch, args, effect: call.effect });
  if ('refusal' in makeable) return makeable;
  const earlier = await turnedDownOf(parts, thread, call.asked ?? []);
  const gate = strictest(heldBy(call), earlier);
  const accounts = await resolveAccounts(parts.identifier, gate, args);
  return { ...makeable, ...defined({ accounts }), ...(earlier.length === 0 ? {} : { earlier, gate }) };
}

/** An effect with the call that has made it, or may have, so that whoever decides is shown it. */
async function withRepeats({ db }: Pick<CallParts, 'db'>, { key }: CallEffect): Promise<CallEffect> {
  const earlier = await findEffective(db, key);
  return { key, ...(earlier === undefined ? {} : { repeats: shownRepeat(earlier) }) };
}

/** A schema that cannot be checked now is checked again when the call is made. */
async function faultOfAnswer(
  ...[parts, call]: Parameters<typeof faultOfBuiltIn>
): Promise<string | undefined> {
  try {
    return (await faultOfBuiltIn(parts, call))?.error?.message;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Why a patch's request cannot be filled with these arguments; undefined if it can. */
function faultOfRequest({ request }: Patch, args: JsonObject): CallRefusal | undefined {
  if (request === undefined) return undefined;
  try {
    buildRequest(request, args);
    return undefined;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { code: 'invalid_args', message: error.message };
  }
}
