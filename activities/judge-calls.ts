import type { ModelCall } from '#adapters/model/port.ts';
import type { AgentTool, JudgedCall } from '#lifecycle/inputs.ts';
import type { SchemaPool } from '#patches/schema-pool.ts';

/** The most calls in one turn (tool-call.too-many). */
const mostCalls = 64;

/**
 * Checks the calls of a model: whether the agent has the patch, and whether the arguments are valid. Arguments are
 * validated before anything else, even before a gate or a question (tool-call.args.validated-first).
 */
export async function judgeCalls(
  schemas: SchemaPool,
  workspaceId: string,
  made: ModelCall[],
  tools: ReadonlyMap<string, AgentTool>,
): Promise<JudgedCall[]> {
  const judge = async (call: ModelCall, index: number): Promise<JudgedCall> => {
    const tool = tools.get(call.name);
    const refusal = index < mostCalls ? await refusalOf(schemas, workspaceId, call, tool) : tooManyCalls;
    return {
      id: call.id,
      name: call.name,
      args: call.args ?? {},
      ...(call.args === undefined ? { unparsed: call.unparsed ?? '' } : {}),
      ...(tool === undefined ? {} : { tool }),
      ...(refusal === undefined ? {} : { refusal }),
    };
  };
  return await Promise.all(made.map(judge));
}

const tooManyCalls = {
  code: 'too_many_calls',
  message: `A turn makes at most ${mostCalls} calls: this one was not made.`,
} as const;

async function refusalOf(
  schemas: SchemaPool,
  workspaceId: string,
  { name, args }: ModelCall,
  tool: AgentTool | undefined,
): Promise<JudgedCall['refusal']> {
  if (args === undefined) return { code: 'invalid_args', message: 'The arguments are not a JSON object.' };
  if (tool === undefined) return { code: 'denied', message: `The agent has no patch ${name}.` };
  const valid = await schemas.validateArgs(workspaceId, tool.patch, args);
  if (valid.ok) return undefined;
  const faults = valid.errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  return { code: 'invalid_args', message: faults };
}
