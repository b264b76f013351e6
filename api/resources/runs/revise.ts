import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import { z } from 'zod';
import { NewRevision, RevisedCall } from '#contract/decisions.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { hasDecided } from '#engine/rules/gates/decide.ts';
import { checkRevision } from '#engine/rules/gates/revise.ts';
import type { Revisions } from '#engine/judging/judge-revision.ts';
import type { AppliedGate } from '#engine/documents/applied-gate.ts';
import { notBeforeOf } from '#engine/rules/gates/cooling.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { callOfRun } from '#engine/steps/call-of-run.ts';
import { loadRun } from '#engine/steps/load-run.ts';
import { withKnownRejections } from '#engine/steps/with-known-rejections.ts';
import type { Database } from '#store/mongo/database.ts';
import { hasPasskey } from '#store/passkeys/passkeys.ts';
import { takeRevision } from '#store/runs/revision-allowance.ts';
import { actingClientOf, actorOf, type Caller, viaOf } from '../../http/authentication/caller.ts';
import { aboutRun } from '../../http/endpoint/about.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { acceptInputOf, type InputServices } from './input-of-caller.ts';
import { justRead, visibleRun } from './visible-run.ts';

/** The dependencies of accepting a revision. */
export interface RevisionServices extends InputServices {
  db: Database;
  revisions: Revisions;
}

export const reviseCall = endpoint({
  operation: 'reviseCall',
  summary: 'Correct the arguments of a held write',
  method: 'post',
  path: '/v1/loom/runs/{id}/revise',
  access: 'subject',
  role: 'approver',
  scope: 'decide',
  noun: 'run',
  params: z.object({ id: Uuid }),
  body: NewRevision,
  manyValues: true,
  numberErrors: { args: 'invalid_args' },
  status: 202,
  data: RevisedCall,
  errors: [
    'unknown_confirmation',
    'not_awaiting_confirmation',
    'stale_confirmation',
    'forbidden_approver',
    'limit_reached',
    'invalid_args',
    'unknown_connection',
    'denied_by_policy',
  ],
  async handle(services: RevisionServices, { caller, params, body, resource }) {
    const { tool_call_id } = body;
    const visible = await visibleRun(services.endedRuns, caller, params.id);
    const revise = async () => await judgeAndAccept(services, caller, visible, body, resource.id);
    // A call that asks for the same may be rejected between the look at the new arguments and the write.
    const { run, sameArgs } = await withKnownRejections(services.engine.clock, revise);
    const data = {
      run_id: run._id,
      state: run.state,
      tool_call_id: resource.id,
      revised_from: tool_call_id,
      same_args: sameArgs,
      ...notBeforeOf(run, resource.id),
    };
    return { data, about: aboutRun(run) };
  },
});

/**
 * Accepts a revision. First it is checked whether the call is held, then the arguments.
 * @returns the run after it, and whether the arguments are those that were shown
 * @throws {TurnedDownSinceError} if a call of the thread was turned down meanwhile
 */
async function judgeAndAccept(
  services: RevisionServices,
  caller: Caller,
  visible: RunDocument,
  { tool_call_id, args, detail, digest }: NewRevision,
  request_id: string,
) {
  const { engine, db, revisions } = services;
  const { _id: run_id, thread_id, turn_count } = visible;
  const stored = await loadRun(engine.store, { run_id, thread_id, turn_count }, justRead(visible));
  if (stored === null) throw notFound('run');
  // The error of a call that was resolved meanwhile says so, instead of that its run waits for nobody.
  const call = await callOfRun(engine.store, stored, tool_call_id);
  const known = stored.run;
  const person = await revisingPerson(services, caller, known, call);
  const before =
    call !== undefined && hasDecided(call, { request_id, actor: person.actor }) ? call : undefined;
  const held = before ?? checkRevision(stored, call, { digest, ...person }).call;
  const sameArgs = revisions.isSame(held, args);
  // The request was accepted before.
  if (before !== undefined) return { run: known, sameArgs };
  const run = await allowed(db, known.workspace_id, person.actor, async () => {
    const revised = await revisions.judge(stored, held, args);
    await yieldToOthers();
    const memberships =
      person.memberships ??
      (hasGroups(revised.gate) ? await engine.memberships.of(known.workspace_id, person.actor) : undefined);
    return await acceptInputOf(services, known, {
      type: 'revision',
      tool_call_id,
      revised,
      detail,
      digest,
      ...person,
      memberships,
      client: actingClientOf(caller),
      credential: caller.credential,
      request_id,
    });
  });
  return { run, sameArgs };
}

/**
 * Does the work of a revision if the actor may make another one on this day. One that is refused does not count.
 * @throws {ServiceError} `rate_limited`, and what the work throws
 */
async function allowed<Result>(
  db: Database,
  workspaceId: string,
  actor: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const allowance = await takeRevision(db, workspaceId, actor);
  if ('retryAfterSeconds' in allowance) {
    const message =
      'You have reached the limit of corrections for a day: approve or reject this call, or leave it to others.';
    throw new ServiceError('rate_limited', message, allowance);
  }
  try {
    return await work();
  } catch (error) {
    await allowance.giveBack();
    throw error;
  }
}

/** The person who revises, with the approver groups and the passkey on which the right to do it may depend. */
async function revisingPerson(
  { db, engine }: RevisionServices,
  caller: Caller,
  { workspace_id, pauses = [] }: RunDocument,
  call: ToolCallDocument | undefined,
) {
  const actor = actorOf(caller);
  const [memberships, has_passkey] = await Promise.all([
    pauses.some(({ has_groups }) => has_groups === true)
      ? engine.memberships.of(workspace_id, actor)
      : undefined,
    namesPasskeys(call?.applied_gate) ? hasPasskey(db, workspace_id, actor) : undefined,
  ]);
  return { actor, via: viaOf(caller), memberships, has_passkey };
}

function namesPasskeys(gate: AppliedGate | undefined): boolean {
  return gate?.verdict === 'hold' && gate.stages.some(({ via }) => via?.includes('passkey') === true);
}

function hasGroups(gate: AppliedGate): boolean {
  return gate.verdict === 'hold' && gate.stages.some(({ group }) => group !== undefined);
}
