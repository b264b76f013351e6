import type { Models } from '#adapters/model/models.ts';
import { type ModelCall, type ModelRequest, plain } from '#engine/ports/model.ts';

/** A call that a plan has the model make. */
export type PlannedCall = Pick<ModelCall, 'name'> & { args: NonNullable<ModelCall['args']> };

/**
 * Models whose turns a test plans. Unlike those of the scripted model, its calls are not in the message of the user, so that
 * their arguments come from where the plan has them.
 */
export interface PlannedModels extends Models {
  /** The calls of each turn of a run, by the message of its user. After them the model says "Done.". */
  plans: Map<string, PlannedCall[][]>;
}

export function plannedModels(): PlannedModels {
  const plans = new Map<string, PlannedCall[][]>();
  const respond = async ({ run }: ModelRequest) => {
    const [asked] = run;
    const taken = run.filter(({ role }) => role === 'assistant').length;
    const planned = asked?.role === 'user' ? plans.get(asked.content)?.[taken] : undefined;
    const calls = (planned ?? []).map((call, index) => ({ id: `call_${taken}_${index}`, ...call }));
    const text = calls.length === 0 ? 'Done.' : '';
    const payload = plain({ model: 'planned', text, calls });
    return await Promise.resolve({
      text,
      calls,
      input_tokens: 1,
      output_tokens: 1,
      request: payload,
      response: payload,
    });
  };
  return { plans, has: () => true, get: () => ({ respond }) };
}
