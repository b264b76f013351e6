import { toJsonText } from '#contract/json-text.ts';
import { traceOrigins } from '#engine/rules/origins/trace-origins.ts';
import type { EnginePorts, JudgingPorts } from '#engine/ports/engine-ports.ts';
import type { Schemas } from '#engine/ports/schemas.ts';
import * as schemaThread from '#patches/schemas/schema-thread.ts';
import type { Chance } from './chance.ts';
import { isAnsweredHere, patches } from './hosts.ts';
import { bankOf, connectionOf, factsOf, idOf, learn, newestPolicy, policyOfRef } from './payments.ts';
import type { ServiceProcess } from './process.ts';
import type { Request } from './store/store-ports.ts';
import type { World } from './world.ts';

/** Ports with which a process judges calls. */
type Ports = Pick<
  JudgingPorts,
  | 'patches'
  | 'schemas'
  | 'names'
  | 'policies'
  | 'counters'
  | 'connections'
  | 'accounts'
  | 'payees'
  | 'builtIns'
  | 'asking'
> &
  Pick<EnginePorts, 'origins'>;

/** How often a connection is gone when somebody looks for it. */
const goneOneIn = 32;

/**
 * The ports of a process for judging calls. Judging itself is the engine's. While a process looks up blind names,
 * somebody may reject an equal call.
 */
export function judgingPorts(world: World, process: ServiceProcess, request: Request): Ports {
  const { memory, people } = world;
  let asked: string[] = [];
  /** Somebody rejects what is looked at, or what is to be held next. */
  const meanwhile = (chance: Chance) => {
    people.rejectMeanwhile(chance, asked.length > 0 ? asked : people.toBeHeld());
    asked = [];
  };
  const fromStore = async <Result>(label: string, effect: (chance: Chance) => Result) =>
    await process.send(label, effect, (chance) => (chance.oneIn(100) ? 'refused' : 'none'));
  return {
    patches: {
      get: async (_, ref) => {
        const patch = patches.get(ref);
        if (patch === undefined) throw new Error(`there is no patch ${ref}`);
        return await Promise.resolve(patch);
      },
    },
    schemas,
    origins: { trace: async (task) => await Promise.resolve(traceOrigins(task)) },
    // Values that the store hides are readable here.
    names: {
      of: async () =>
        await Promise.resolve((purpose, parts) => {
          const name = JSON.stringify([purpose, parts]);
          if (purpose === 'asked') asked.push(name);
          return name;
        }),
    },
    policies: {
      newest: async () =>
        await fromStore('reads the policy', (chance) => {
          meanwhile(chance);
          return newestPolicy(world);
        }),
      ofRef: async (_, ref) => await fromStore('reads a version of the policy', () => policyOfRef(ref)),
    },
    counters: {
      read: async (_, named) =>
        await request('reads what limits have counted', () => {
          const { counters } = memory.tables.approving;
          const used = named.map((each) => [each.counter, counters.get(idOf(each))] as const);
          return new Map(used.flatMap(([counter, sum]) => (sum === undefined ? [] : [[counter, sum]])));
        }),
    },
    connections: {
      find: async () =>
        await fromStore('reads the connection', (chance) => {
          meanwhile(chance);
          return !world.isCalm && chance.oneIn(goneOneIn) ? null : connectionOf(world);
        }),
    },
    payees: {
      facts: async ({ named }) => {
        const { task } = world.scheduler;
        return await fromStore('looks at what is known of a payee', (chance) => {
          const { tables } = world.memory;
          if (!world.isCalm && chance.oneIn(3)) tables.approving = learn(chance, tables.approving);
          const payee = payeeIn(named);
          const facts = factsOf(world, payee);
          world.noteFacts(task, { payee, facts });
          return facts;
        });
      },
    },
    asking: { ask: async () => await Promise.resolve({ fault: 'unreachable', transient: true }) },
    accounts: {
      identify: async ({ rail, iban = '' }) => {
        const { task } = world.scheduler;
        return await fromStore('looks an account up', () => {
          const bank = bankOf(world, iban);
          world.noteLookup(task, { payee: iban, bank: bank.id });
          const institution = { ...bank, codes: [], type: 'bank' as const };
          return { result: 'identified' as const, rail, reference: iban, institution };
        });
      },
    },
    builtIns: { has: isAnsweredHere, faultOf: async () => await Promise.resolve(undefined) },
  };
}

/** Evaluates schemas as the threads of the service do, at once. */
const schemas: Schemas = {
  validateArgs: async (workspaceId, { input_schema }, args) =>
    await Promise.resolve(
      schemaThread.validate({
        clock: newClock(),
        workspaceId,
        schema: toJsonText(input_schema),
        args: args as Record<string, unknown>,
      }),
    ),
  validateResult: async (workspaceId, schema, result) =>
    await Promise.resolve(
      schemaThread.checkResult({ clock: newClock(), workspaceId, schema: toJsonText(schema), result }),
    ),
  firstFulfilled: async (workspaceId, conditions, value) => {
    const texts = conditions.map((condition) => condition && toJsonText(condition));
    const task = { clock: newClock(), workspaceId, conditions: texts, value };
    return await Promise.resolve(schemaThread.firstFulfilled(task));
  },
  turnBudget: () => ({ leftMs: 5000 }),
};

/** The payee in a blind name, which hides nothing here. */
function payeeIn(named: string): string {
  const [, parts] = JSON.parse(named) as [string, string[]];
  return parts.at(-1) ?? '';
}

function newClock(): Int32Array {
  return new Int32Array(2);
}
