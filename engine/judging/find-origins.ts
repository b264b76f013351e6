import { defined } from '#contract/defined.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import { redactArgs } from '#patches/redact.ts';
import type { RunDocument } from '../documents/run.ts';
import type { EnginePorts } from '../ports/engine-ports.ts';
import type { AgentTool, JudgedCall } from '../rules/inputs.ts';
import { originSources, type Seen } from '../rules/origins/origin-sources.ts';
import type { CallToTrace } from '../rules/origins/trace-origins.ts';
import { readPayment } from '../rules/payments/read-payment.ts';

/** The texts that the model of a turn was shown, and its tools. */
export interface ShownToModel extends Seen {
  instructions: string;
  tools: ReadonlyMap<string, AgentTool>;
}

/**
 * The gated calls of a turn with the origins of their values (origin.traced), all by one search. They lack them where these could not be
 * found out in time.
 */
export async function withOrigins(
  { origins, patches }: Pick<EnginePorts, 'origins' | 'patches'>,
  run: RunDocument,
  judged: readonly JudgedCall[],
  seen: ShownToModel,
): Promise<JudgedCall[]> {
  const calls = judged.flatMap(({ tool, args, ...call }) =>
    tool !== undefined && isGated({ tool, ...call }) ? [callToTrace(tool.patch, args)] : [],
  );
  if (calls.length === 0) return [...judged];
  const trusts = await trustOfResults(patches, run.workspace_id, seen);
  const sources = originSources(seen, run, seen, (ref) => trusts.get(ref));
  const found = await origins.trace({ sources, calls });
  if (found === undefined) return [...judged];
  const each = found.values();
  return judged.map((call) =>
    isGated(call) ? { ...call, ...defined({ origins: each.next().value }) } : call,
  );
}

function isGated({ tool, refusal }: Pick<JudgedCall, 'tool' | 'refusal'>): boolean {
  return tool?.wired.gate !== undefined && refusal === undefined;
}

/** The places of a payment are traced first, and its amount also in major units. */
function callToTrace({ payment, redact, input_schema }: Patch, args: JsonObject): CallToTrace {
  const shown = redact === undefined ? args : redactArgs({ redact }, args);
  const call = { args, shown, schema: input_schema, first: [], equal: [] };
  if (payment === undefined) return call;
  const { amount, currency, payee, reference } = payment;
  const places = [amount, ...Object.values(payee.account), payee.name, currency, reference];
  const read = readPayment(payment, args).amount;
  return {
    ...call,
    first: places.filter((place) => typeof place === 'string'),
    equal: read === undefined ? [] : [{ path: amount, value: read }],
  };
}

/** The `trust` of the patches whose results the model was shown, by their references. */
async function trustOfResults(
  patches: EnginePorts['patches'],
  workspaceId: string,
  { calls, tools }: ShownToModel,
): Promise<Map<string, Patch['trust']>> {
  const own = new Map([...tools.values()].map(({ patch }) => [patch.ref, patch.trust]));
  const refs = calls.flatMap(({ patch_ref, result }) => (typeof result === 'string' ? [patch_ref] : []));
  // A call of a patch that its agent did not have has only a name, and its result is the service's.
  const others = [...new Set(refs)].filter((ref) => !own.has(ref) && ref.includes('@'));
  const found = await Promise.all(
    others.map(async (ref) => [ref, (await patches.get(workspaceId, ref)).trust] as const),
  );
  return new Map([...own, ...found]);
}
