import { inTurns } from '#engine/event-loop/in-turns.ts';
import { nextTurn } from '#engine/event-loop/next-turn.ts';
import { canonicalJson } from '#contract/canonical-json.ts';
import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { RunOnThread } from '#engine/ports/calls.ts';
import type { Revisions } from '#engine/ports/revisions.ts';
import type { AgentTool } from '#engine/rules/inputs.ts';
import { plainGate } from '#engine/rules/gates/gate-of-call.ts';
import { strictest } from '#engine/rules/gates/turned-down.ts';
import { redactedArgs } from '#engine/rules/redaction.ts';
import { argsOf } from '#engine/rules/resolve-call.ts';
import { PlaceholderError, restoreRedacted } from '#patches/restore-redacted.ts';
import { summarize } from '#patches/summary.ts';
import { applyGate } from './apply-gate.ts';
import { askedFor } from './asked-for.ts';
import { connectionIdOf } from './call-connection.ts';
import { isAnsweredHere } from './built-in-result.ts';
import { type CheckingParts, isMakeable, turnedDownOf } from './check-gated-calls.ts';
import { resolveAccounts } from './resolve-accounts.ts';
import { effectKey } from './effect-key.ts';

/** What judging revisions needs. */
export interface RevisionParts extends CheckingParts {
  agents: Pick<CheckingParts['agents'], 'get'>;
}

/** Judges corrected arguments by the same rules as those of a model. */
export function createRevisions(parts: RevisionParts): Revisions {
  return {
    judge: async (stored, call, args) => await judgeRevision(parts, stored, call, args),
    // By what is shown: whoever guesses a hidden value does not learn whether it is right.
    isSame: (call, args) => canonicalJson(args) === canonicalJson(redactedArgs(call)),
  };
}

async function judgeRevision(
  parts: RevisionParts,
  { run, thread }: RunOnThread,
  call: ToolCallDocument,
  sent: JsonObject,
): ReturnType<Revisions['judge']> {
  const { workspace_id, thread_id } = run;
  const tool = await toolOf(parts, run, call);
  const { patch } = tool;
  // Each of the following looks at all of the arguments: others get their turn in between.
  const args = restored(call, sent);
  await nextTurn();
  const valid = await parts.schemas.validateArgs(workspace_id, patch, args);
  if (!valid.ok) {
    const [fault] = valid.errors;
    const message = `${fault?.path ?? ''} ${fault?.message ?? 'is not valid'}`.trim();
    throw new ServiceError('invalid_args', message, { details: valid.errors });
  }
  const nameOf = await parts.db.blindIndex.of(workspace_id);
  const key = await inTurns(effectKey(nameOf, thread_id, patch, args));
  const effect = key === undefined ? undefined : { key };
  const open = async (id: string) => await parts.openConnection(workspace_id, id);
  const makeable = await isMakeable(parts, run, open, { patch, args, effect });
  if ('refusal' in makeable) {
    const { code, message } = makeable.refusal;
    throw new ServiceError(code === 'no_connection' ? 'unknown_connection' : 'invalid_args', message);
  }
  const connectionName = async () => {
    const id = isAnsweredHere(patch.ref) ? undefined : connectionIdOf(patch, run);
    return id === undefined ? undefined : (await open(id))?.name;
  };
  await nextTurn();
  const asked = askedFor(nameOf, thread_id, patch, args, effect);
  await nextTurn();
  const earlier = await turnedDownOf(parts, thread, asked);
  const applied = (await applyGate(parts, run, { tool, args }, connectionName)) ?? plainGate;
  const gate = strictest(applied, earlier);
  await nextTurn();
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
      accounts: await resolveAccounts(parts.identifier, gate, args),
      // A call that nothing holds is not made again for an effect that it repeats.
      effect: gate.verdict === 'hold' ? makeable.effect : effect,
    }),
  };
}

async function toolOf(parts: RevisionParts, run: RunDocument, call: ToolCallDocument): Promise<AgentTool> {
  const [agent, patch] = await Promise.all([
    parts.agents.get(run.agent.id),
    parts.patches.get(run.workspace_id, call.patch_ref),
  ]);
  const wired = agent.patches.find(({ ref }) => ref === call.patch_ref);
  if (wired === undefined) throw new Error(`the agent of run ${run._id} has no patch ${call.patch_ref}`);
  return { patch, wired };
}

function restored(call: ToolCallDocument, sent: JsonObject): JsonObject {
  try {
    return restoreRedacted(call.redact === undefined ? {} : { redact: call.redact }, sent, argsOf(call));
  } catch (error) {
    if (!(error instanceof PlaceholderError)) throw error;
    throw new ServiceError(
      'invalid_args',
      '`[redacted]` stands for no stored value here: give the value, or leave the whole list as it is shown.',
    );
  }
}
