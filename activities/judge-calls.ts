import type { ModelCall } from '#adapters/model/port.ts';
import type { AgentTool, JudgedCall } from '#lifecycle/inputs.ts';
import { validateArgs } from '#patches/input-schema.ts';

/** A turn has at most so many calls (tool-call.too-many). */
const mostCalls = 64;

/**
 * Judges what a model called: whether the agent has such a patch, and the arguments are what it takes. Arguments are
 * validated before anything else, the gate and the question included (tool-call.args.validated-first).
 */
export function judgeCalls(made: ModelCall[], tools: ReadonlyMap<string, AgentTool>): JudgedCall[] {
  return made.map((call, index) => {
    const tool = tools.get(call.name);
    const refusal = index < mostCalls ? refusalOf(call, tool) : tooManyCalls;
    return {
      id: call.id,
      name: call.name,
      args: call.args ?? {},
      ...(call.args === undefined ? { unparsed: call.unparsed ?? '' } : {}),
      ...(tool === undefined ? {} : { tool }),
      ...(refusal === undefined ? {} : { refusal }),
    };
  });
}

const tooManyCalls = {
  code: 'too_many_calls',
  message: `A turn makes at most ${mostCalls} calls: this one was not made.`,
} as const;

function refusalOf({ name, args }: ModelCall, tool: AgentTool | undefined): JudgedCall['refusal'] {
  if (args === undefined) return { code: 'invalid_args', message: 'The arguments are not a JSON object.' };
  if (tool === undefined) return { code: 'denied', message: `The agent has no patch ${name}.` };
  const valid = validateArgs(tool.patch, args);
  if (valid.ok) return undefined;
  const faults = valid.errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  return { code: 'invalid_args', message: faults };
}
