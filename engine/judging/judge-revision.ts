import { yieldToOthers } from '../event-loop/yield-to-others.ts';
import { canonicalJson } from '#contract/canonical-json.ts';
import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { RunDocument, RunOnThread } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { AgentTool, RevisedCall } from '../rules/inputs.ts';
import { contextOf } from '../rules/given-context.ts';
import { plainGate } from '../rules/gates/gate-of-call.ts';
import { strictest } from '../rules/gates/turned-down.ts';
import { redactedArgs } from '../rules/redaction.ts';
import { revisedOrigins } from '../rules/origins/revised-origins.ts';
import { argsOf } from '../rules/resolve-call.ts';
import { keepFilled } from '#patches/fill.ts';
import { PlaceholderError, restoreRedacted } from '#patches/restore-redacted.ts';
import { summarize } from '#patches/summary.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import { callNames } from '../rules/same-call/call-names.ts';
import { refusedPayee } from '../rules/payments/blocked-payee.ts';
import { applyGate } from './apply-gate.ts';
import { connectionName, isMakeable, opening } from './makeable.ts';
import { resolveAccounts } from './resolve-accounts.ts';
import { resolvePayment } from './resolve-payment.ts';
import { turnedDownOf } from './find-turned-down.ts';
import { effectOf } from './validate-calls.ts';

/** Judges the corrected arguments of held calls like those of new ones. */
export interface Revisions {
  /**
   * @param args all arguments, in which the placeholder of a hidden value stands for the value that is stored
   * @throws {ServiceError} `invalid_args`, `unknown_connection`
   */
  judge: (stored: RunOnThread, call: ToolCallDocument, args: JsonObject) => Promise<RevisedCall>;
  /** Whether these are the arguments that are shown of a call. */
  isSame: (call: ToolCallDocument, args: JsonObject) => boolean;
}

export function createRevisions(ports: JudgingPorts): Revisions {
  return {
    judge: async (stored, call, args) => await judgeRevision(ports, stored, call, args),
    // Compared in the shown form: a guess of a hidden value does not reveal whether it is right.
    isSame: (call, args) => {
      const shown = redactedArgs(call);
      const kept = keepFilled(args, shown, call.filled ?? []);
      return 'args' in kept && canonicalJson(kept.args) === canonicalJson(shown);
    },
  };
}

async function judgeRevision(
  ports: JudgingPorts,
  { run, thread }: RunOnThread,
  call: ToolCallDocument,
  sent: JsonObject,
): ReturnType<Revisions['judge']> {
  const { workspace_id, thread_id } = run;
  const tool = await toolOf(ports, run, call);
  const { patch } = tool;
  // Each of the following looks at all of the arguments: others get their turn in between.
  const args = restored(call, sent);
  await yieldToOthers();
  const valid = await ports.schemas.validateArgs(workspace_id, patch, args);
  if (!valid.ok) {
    const [fault] = valid.errors;
    const message = `${fault?.path ?? ''} ${fault?.message ?? 'is not valid'}`.trim();
    throw new ServiceError('invalid_args', message, { details: valid.errors });
  }
  const nameOf = await ports.names.of(workspace_id);
  const effect = await effectOf(nameOf, thread_id, patch, args);
  const open = opening(ports, workspace_id);
  const makeable = await isMakeable(ports, run, open, {
    patch,
    args,
    effect,
    context: contextOf(call),
  });
  if ('refusal' in makeable) {
    const { code, message } = makeable.refusal;
    throw new ServiceError(code === 'no_connection' ? 'unknown_connection' : 'invalid_args', message);
  }
  const payment = await resolvePayment(ports, run, patch.payment, args);
  const refused = refusedPayee(payment);
  if (refused !== undefined) throw new ServiceError('denied_by_policy', refused.message);
  const origins = revisedOrigins(call, args);
  const nameConnection = async () => await connectionName(ports, run, patch, open);
  await yieldToOthers();
  const asked = callNames(nameOf, thread_id, patch, args, { effect, payment });
  await yieldToOthers();
  const earlier = await turnedDownOf(ports, thread, asked);
  const applied =
    (await applyGate(ports, run, { tool, args, payment, origins }, nameConnection)) ?? plainGate;
  const gate = strictest(applied, earlier);
  await yieldToOthers();
  const text = toJsonText(args);
  const shown = redactedArgs({ ...call, args: text });
  return {
    args: text,
    gate,
    summary: summarize(patch, shown),
    asked,
    ...(earlier.length === 0 ? {} : { earlier }),
    ...defined({
      turned_down_known: thread.turned_down,
      connection: makeable.connection,
      accounts: await resolveAccounts(ports, gate, args, { declared: patch.payment }),
      payment,
      origins,
      // A call that nothing holds is not made again for an effect that it repeats.
      effect: gate.verdict === 'hold' ? makeable.effect : effect,
    }),
  };
}

async function toolOf(ports: JudgingPorts, run: RunDocument, call: ToolCallDocument): Promise<AgentTool> {
  const [agent, patch] = await Promise.all([
    ports.agents.get(run.agent.id),
    ports.patches.get(run.workspace_id, call.patch_ref),
  ]);
  const wired = agent.patches.find(({ ref }) => ref === call.patch_ref);
  if (wired === undefined) throw new Error(`the agent of run ${run._id} has no patch ${call.patch_ref}`);
  return { patch, wired };
}

/** All arguments: with the hidden values, and with those that were filled in, which nobody chooses. */
function restored(call: ToolCallDocument, sent: JsonObject): JsonObject {
  const stored = argsOf(call);
  const kept = keepFilled(restoredFrom(call, sent, stored), stored, call.filled ?? []);
  if ('args' in kept) return kept.args;
  throw new ServiceError(
    'invalid_args',
    `${kept.changed} was filled in by the application: leave it out, or as it is shown.`,
  );
}

function restoredFrom(call: ToolCallDocument, sent: JsonObject, stored: JsonObject): JsonObject {
  try {
    return restoreRedacted(call.redact === undefined ? {} : { redact: call.redact }, sent, stored);
  } catch (error) {
    if (!(error instanceof PlaceholderError)) throw error;
    throw new ServiceError(
      'invalid_args',
      '`[redacted]` stands for no stored value here: give the value, or leave the whole list as it is shown.',
    );
  }
}
