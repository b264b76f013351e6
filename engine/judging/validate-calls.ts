import type { ModelCall } from '../ports/model.ts';
import type { AgentTool, JudgedCall } from '../rules/inputs.ts';
import type { Context } from '#contract/context.ts';
import { defined } from '#contract/defined.ts';
import type { Patch } from '#contract/patch.ts';
import type { JsonObject } from '#contract/json.ts';
import { readArguments } from '#contract/read-arguments.ts';
import type { RunDocument } from '../documents/run.ts';
import type { CallEffect } from '../documents/tool-call.ts';
import { inTurns } from '../event-loop/in-turns.ts';
import { contextOfRequest, fillArguments, type Filled } from '#patches/fill.ts';
import type { Validation } from '#patches/validation.ts';
import type { JudgingPorts } from '../ports/engine-ports.ts';
import { contextOf } from '../rules/given-context.ts';
import type { BlindName } from '../rules/same-call/blind-name.ts';
import { effectKey } from '../rules/same-call/effect-key.ts';

/** The most calls in one turn (tool-call.too-many). */
const mostCalls = 64;

/**
 * Checks the calls of a model: whether the agent has the patch, and whether the arguments are valid. Arguments are
 * validated before anything else, even before a gate or a question (tool-call.args.validated-first). All calls of a
 * turn share one time limit. Once it is used up, the remaining calls are invalid (patch.schema.turn-budget).
 */
export async function validateCalls(
  { schemas, names }: Pick<JudgingPorts, 'schemas' | 'names'>,
  { workspace_id, thread_id, ...run }: Pick<RunDocument, 'workspace_id' | 'thread_id' | 'context'>,
  made: ModelCall[],
  tools: ReadonlyMap<string, AgentTool>,
): Promise<JudgedCall[]> {
  const nameOf = await names.of(workspace_id);
  const budget = schemas.turnBudget();
  const validate: Validate = async ({ patch }, args) =>
    await schemas.validateArgs(workspace_id, patch, args, budget);
  const context = contextOf(run);
  const judge = async (made: ModelCall, index: number): Promise<JudgedCall> => {
    const tool = tools.get(made.name);
    const filled = filledIn(made, tool, context);
    const call: ModelCall =
      filled !== undefined && 'args' in filled
        ? { ...made, args: filled.args as NonNullable<ModelCall['args']> }
        : made;
    const refusal = index < mostCalls ? await refusalOf(call, tool, validate, filled) : tooManyCalls;
    const effect =
      tool && refusal === undefined
        ? await effectOf(nameOf, thread_id, tool.patch, call.args ?? {})
        : undefined;
    return {
      id: call.id,
      name: call.name,
      args: call.args ?? {},
      ...(call.args === made.args ? {} : defined({ given: made.args })),
      ...defined({ context: tool && contextOfRequest(tool.patch, context) }),
      ...(call.args === undefined ? { unparsed: call.unparsed ?? '' } : {}),
      ...defined({ tool, effect, refusal }),
    };
  };
  return await Promise.all(made.map(judge));
}

const tooManyCalls = {
  code: 'too_many_calls',
  message: `A turn makes at most ${mostCalls} calls: this one was not made.`,
} as const;

/** The effect of a call, by which repetitions are detected. Undefined if the patch declares no `reliability.key`. */
export async function effectOf(
  nameOf: BlindName,
  threadId: string,
  patch: Patch,
  args: JsonObject,
): Promise<CallEffect | undefined> {
  const key = await inTurns(effectKey(nameOf, threadId, patch, args));
  return key === undefined ? undefined : { key };
}

/** The arguments with what the context fills in; undefined for a call that could not be read, or of no patch of the agent. */
function filledIn({ args }: ModelCall, tool: AgentTool | undefined, context: Context): Filled | undefined {
  return args === undefined || tool === undefined ? undefined : fillArguments(tool.patch, args, context);
}

type Validate = (tool: AgentTool, args: JsonObject) => Promise<Validation>;

async function refusalOf(
  { name, args, unparsed = '' }: ModelCall,
  tool: AgentTool | undefined,
  validate: Validate,
  filled: Filled | undefined,
): Promise<JudgedCall['refusal']> {
  if (args === undefined) return { code: 'invalid_args', message: faultOfArguments(unparsed) };
  if (tool === undefined) return { code: 'denied', message: `The agent has no patch ${name}.` };
  if (filled !== undefined && 'fault' in filled) return { code: 'invalid_args', message: filled.fault };
  const valid = await validate(tool, args);
  if (valid.ok) return undefined;
  const faults = valid.errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  return { code: 'invalid_args', message: faults };
}

/** Why a model could not be taken at its word: its adapter has read the same text. */
function faultOfArguments(unparsed: string): string {
  const read = readArguments(unparsed);
  return 'fault' in read ? read.fault : 'The arguments are not a JSON object.';
}
