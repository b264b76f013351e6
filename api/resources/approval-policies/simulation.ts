import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import type { ApprovalPolicyDefinition } from '#contract/approval-policy.ts';
import type { GateVerdict } from '#contract/gate.ts';
import {
  mostExamples,
  type SimulatedCall,
  type SimulatedPolicy,
  simulationBounds,
} from '#contract/policy-simulation.ts';
import type { HoldingGate } from '#engine/documents/applied-gate.ts';
import { argsOf, isInDoubt } from '#engine/rules/resolve-call.ts';
import { applyPolicy } from '#engine/rules/policies/apply-policy.ts';
import { countCall } from '#engine/rules/policies/counted.ts';
import { sumOf } from '#engine/rules/policies/decimal.ts';
import { judgeableConditions, matchOf } from '#engine/rules/policies/facts.ts';
import { periodAt } from '#engine/rules/policies/period.ts';
import { conditionValue } from '#engine/rules/policies/policy-call.ts';
import type { SchemaPool, TimeBudget } from '#patches/schemas/schema-pool.ts';
import type { GatedCall } from '#store/approval-policies/stored-calls.ts';

/** The input of a simulation. */
interface Simulated {
  key: string;
  /** Null if it is not published. */
  ref: string | null;
  policy: Pick<ApprovalPolicyDefinition, 'rules' | 'limits'>;
}

/** A policy's decision on a stored call. */
export interface Judged {
  verdict: GateVerdict;
  /** How it is held. */
  terms?: object;
  call: SimulatedCall;
}

/**
 * Applies a policy to stored calls, one after the other. Its limits begin with nothing, and count the calls that were carried
 * out in fact, or may have been, and that the policy does not deny.
 */
export class Simulation {
  readonly #schemas: SchemaPool;
  readonly #workspaceId: string;
  readonly #simulated: Simulated;
  readonly #budget: TimeBudget;
  readonly #used = new Map<string, string>();
  readonly #verdicts = {
    allow: { count: 0, examples: [] as SimulatedCall[] },
    hold: { count: 0, examples: [] as SimulatedCall[] },
    deny: { count: 0, examples: [] as SimulatedCall[] },
  };
  #calls = 0;
  #characters = 0;

  /** @param budget all conditions share it: those of one simulation do not take the time of others */
  constructor(schemas: SchemaPool, workspaceId: string, simulated: Simulated, budget: TimeBudget) {
    this.#schemas = schemas;
    this.#workspaceId = workspaceId;
    this.#simulated = simulated;
    this.#budget = budget;
  }

  /** Decides on the next call. Undefined if the simulation is over before it. */
  async add({ run, call }: GatedCall): Promise<Judged | undefined> {
    const characters = this.#characters + call.args.length;
    if (this.#calls >= simulationBounds.calls || characters > simulationBounds.characters) return undefined;
    // Arguments may be large, and there may be many.
    await yieldToOthers();
    const { key, ref, policy } = this.#simulated;
    const { subject_ref, agent } = run;
    const args = argsOf(call);
    const connection = (call.connection ?? run.connection)?.name;
    const risk = call.risk?.effective ?? 'low';
    const { payment, origins } = call;
    const at = call.decision?.created_at ?? run.opened_at;
    const value = conditionValue({
      args,
      patch: call.name,
      risk,
      subject_ref,
      agent,
      connection,
      payment,
      origins,
      now: at,
    });
    const conditions = judgeableConditions(policy.rules, value);
    const first = await this.#schemas.firstFulfilled(this.#workspaceId, conditions, value, this.#budget);
    if (first === undefined && this.#budget.leftMs <= 0) return undefined;
    const match = matchOf(first, conditions.length === policy.rules.length);
    this.#calls += 1;
    this.#characters = characters;
    const counted = countCall(policy.limits ?? [], {
      policy: key,
      args,
      payment,
      agent,
      subject_ref,
      // Kept no longer than the simulation.
      nameOf: JSON.stringify,
    });
    const inPeriod = (counter: string, per: 'day' | 'month') => `${counter} ${periodAt(per, at)}`;
    const used = new Map(
      counted.flatMap((each): [string, string][] => {
        if ('uncountable' in each || each.counter === undefined || each.limit.per === 'call') return [];
        return [[each.counter, this.#used.get(inPeriod(each.counter, each.limit.per)) ?? '0']];
      }),
    );
    const applied = applyPolicy({
      ref: ref ?? key,
      policy,
      match,
      counted,
      paying: payment !== undefined,
      used,
    });
    if (applied.verdict !== 'deny' && wasCarriedOut(call)) {
      for (const { counter, per, amount } of applied.reservations ?? []) {
        const id = inPeriod(counter, per);
        this.#used.set(id, sumOf(this.#used.get(id) ?? '0', amount));
      }
    }
    const { rule, verdict } = applied;
    const judged: SimulatedCall = {
      run_id: call.run_id,
      tool_call_id: call._id,
      patch_ref: call.patch_ref,
      rule: 'rule' in rule ? rule.rule : null,
      limits: 'limits' in rule ? rule.limits : [],
      notes: applied.verdict === 'hold' ? (applied.notes ?? []) : [],
      gate: call.gate,
      status: call.status,
    };
    const result = this.#verdicts[verdict];
    result.count += 1;
    if (result.examples.length < mostExamples) result.examples.push(judged);
    return { verdict, call: judged, ...(applied.verdict === 'hold' && { terms: termsOf(applied) }) };
  }

  /** @param complete whether all calls of the period were simulated */
  result(complete: boolean): SimulatedPolicy {
    return { policy: this.#simulated.ref, calls: this.#calls, ...this.#verdicts, complete };
  }
}

/** Whether limits count a call in fact: one that may have taken effect, and that is not another one's repetition. */
function wasCarriedOut(call: GatedCall['call']): boolean {
  return (call.status === 'ok' && call.repeated !== true) || isInDoubt(call);
}

function termsOf(gate: HoldingGate): object {
  const { stages, exclude_subject, ttl_seconds, on_expiry, require_digest, cooling_off_seconds } = gate;
  return { stages, exclude_subject, ttl_seconds, on_expiry, require_digest, cooling_off_seconds };
}
