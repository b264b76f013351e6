import { defined } from '#contract/defined.ts';
import type { FreezeScope } from '#contract/freeze.ts';
import type { FrozenBy } from '#engine/documents/freeze.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { Freezes } from '#engine/ports/freezes.ts';
import { isInFlight } from '#engine/rules/calls.ts';
import { targetOf, targetsOf } from '#engine/rules/freezes/targets.ts';
import type { Changes } from '#engine/rules/stored.ts';
import { resumeLifted } from '#engine/steps/resume-lifted.ts';
import type { Chance } from './chance.ts';
import { agent } from './hosts.ts';
import type { ServiceProcess } from './process.ts';
import type { Request } from './store/store-ports.ts';
import type { Task } from './scheduler.ts';
import { must } from './violation.ts';
import type { World } from './world.ts';

/** A freeze as it is stored. */
export interface StoredFreeze extends FrozenBy {
  target: string;
  lifted_at?: Date;
}

/** How far clocks differ. */
const mostSkewMs = 1000;
/** The connection of every call. */
export const connectionId = 'bank';

const scopes: { scope: FreezeScope; id?: string }[] = [
  { scope: 'workspace' },
  { scope: 'agent', id: agent.key },
  { scope: 'connection', id: connectionId },
  // They cover no call.
  { scope: 'agent', id: 'other' },
  { scope: 'connection', id: 'other' },
];

/** Those who freeze calls and lift freezes, and what follows from it for calls that are sent. */
export class FrozenWorld {
  readonly #world: World;
  /** How many calls were marked when the response to a freeze arrived. */
  readonly #confirmed = new Map<string, number>();
  /** The place of each mark among all, by the attempt that made it. */
  readonly #marks = new Map<string, number>();
  /** Marks of attempts that are not sent, and the processes that take them back. */
  readonly #takenBack = new Map<string, ServiceProcess>();
  /** The latest mark of a piece of work. */
  readonly #markOf = new WeakMap<Task, ToolCallDocument>();
  /** When the freeze of a call was lifted that was released since. */
  readonly #liftedAt = new Map<string, Date>();
  #marked = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Freezes something by a request to the API. */
  freeze(chance: Chance): void {
    const { apis, scheduler, memory, newId } = this.#world;
    const api = chance.pick(apis.filter(({ state }) => state === 'alive'));
    const picked = chance.pick(scopes);
    if (api === undefined || picked === undefined) return;
    const target = targetOf(picked.scope, picked.id);
    scheduler.begin(`freezes ${target}`, async () => {
      const freeze_id = newId();
      const id = await this.#ask(api, `freezes ${target}`, () => {
        const { freezes } = memory.tables;
        const open = [...freezes.values()].find(
          (each) => each.target === target && each.lifted_at === undefined,
        );
        const freeze = { ...picked, freeze_id, reason: 'Stop.', at: api.now, target };
        if (open === undefined) freezes.set(freeze_id, freeze);
        return open?.freeze_id ?? freeze_id;
      });
      if (id !== undefined)
        this.#confirmed.set(id, Math.min(this.#marked, this.#confirmed.get(id) ?? Infinity));
    });
  }

  /** Lifts a freeze by a request to the API, which may die before the calls are made that it has held back. */
  lift(chance: Chance): void {
    const world = this.#world;
    const { apis, scheduler, memory, isOutage } = world;
    const api = chance.pick(apis.filter(({ state }) => state === 'alive'));
    const freeze = chance.pick([...memory.tables.freezes.values()].filter(isOpen));
    if (api === undefined || freeze === undefined) return;
    scheduler.begin(`lifts ${freeze.target}`, async () => {
      const lifted = await this.#ask(api, `lifts ${freeze.target}`, () =>
        this.#lift(freeze.freeze_id, api.now),
      );
      if (lifted !== true) return;
      try {
        await resumeLifted(api.engine, { limit: 2, isOver: () => false });
      } catch (error) {
        if (!isOutage(error)) world.fail(error);
      }
    });
  }

  /** Lifts all freezes at once, and leaves all that follows to the sweep. */
  liftAll(): void {
    const { memory, scheduler } = this.#world;
    for (const { freeze_id } of [...memory.tables.freezes.values()].filter(isOpen))
      this.#lift(freeze_id, new Date(scheduler.now));
  }

  #lift(id: string, at: Date): boolean {
    const { freezes } = this.#world.memory.tables;
    const freeze = freezes.get(id);
    if (freeze === undefined || !isOpen(freeze)) return false;
    freezes.set(id, { ...freeze, lifted_at: at });
    return true;
  }

  async #ask<Result>(api: ServiceProcess, label: string, effect: () => Result): Promise<Result | undefined> {
    try {
      return await api.send(label, effect, (chance) => {
        const faults = ['refused', 'unanswered', 'late'] as const;
        return faults[chance.below(24)] ?? 'none';
      });
    } catch (error) {
      if (!this.#world.isOutage(error)) this.#world.fail(error);
      return undefined;
    }
  }

  /** A mark has taken effect in the store. */
  noteMarked(by: string): void {
    this.#marked += 1;
    this.#marks.set(by, this.#marked);
  }

  /** The process of a mark has received the response. */
  hearMark(task: Task | undefined, call: ToolCallDocument): void {
    if (task !== undefined) this.#markOf.set(task, call);
  }

  /** The freezes, as a process reads them. What was marked before is sent at once if none covers it. */
  ports(request: Request, process: ServiceProcess): Freezes {
    const { memory, scheduler, heardMarks } = this.#world;
    const open = () => [...memory.tables.freezes.values()].filter(isOpen);
    return {
      covering: async (_, targets) => {
        const { task } = scheduler;
        const found = await request('reads the freezes', () =>
          open().find(({ target }) => targets.includes(target)),
        );
        const marked = task && this.#markOf.get(task);
        if (found === undefined && marked !== undefined) heardMarks.push(marked);
        if (found !== undefined && marked !== undefined)
          this.#takenBack.set(marked.sending?.by ?? '', process);
        if (task !== undefined) this.#markOf.delete(task);
        return found && frozenBy(found);
      },
      waiting: async (limit) =>
        await request('finds runs whose freeze was lifted', () =>
          memory
            .openRuns()
            .flatMap(({ _id: run_id, thread_id, frozen_by = [] }) => {
              const lifted = frozen_by.flatMap((freeze_id) => {
                const freeze = memory.tables.freezes.get(freeze_id);
                if (freeze !== undefined && isOpen(freeze)) return [];
                return [{ freeze_id, ...(freeze?.lifted_at && { lifted_at: freeze.lifted_at }) }];
              });
              return lifted.length === 0 ? [] : [{ run_id, thread_id, lifted }];
            })
            .slice(0, limit),
        ),
    };
  }

  /** Invariant of a call when it is sent. */
  checkSent(task: Task | undefined, by: string | undefined, call: ToolCallDocument): void {
    const { memory } = this.#world;
    const run = memory.tables.runs.get(call.run_id);
    const markedAt = this.#marks.get(by ?? '');
    if (run === undefined || markedAt === undefined) return;
    const covering = [...memory.tables.freezes.values()].filter(
      (freeze) => isOpen(freeze) && targetsOf(run, call, connectionId).includes(freeze.target),
    );
    must(
      covering.every(({ freeze_id }) => markedAt <= (this.#confirmed.get(freeze_id) ?? Infinity)),
      'a sending that is recorded after the response to a freeze is not sent',
      { task, call, covering },
    );
  }

  /** Invariants of a stored change. */
  checkChange({ run, calls }: Changes): void {
    const { memory, scheduler, affected } = this.#world;
    for (const { before, set, unset = [] } of calls) {
      if (before.frozen !== undefined && unset.includes('frozen') && set.decision !== undefined) {
        const freeze = memory.tables.freezes.get(before.frozen.freeze_id);
        must(
          freeze === undefined || !isOpen(freeze),
          'an approved call is made only once its freeze is lifted',
          {
            before,
            set,
            freeze,
          },
        );
        if (freeze?.lifted_at !== undefined) this.#liftedAt.set(before._id, freeze.lifted_at);
      }
      const liftedAt = this.#liftedAt.get(before._id)?.getTime();
      const isRelease = set.decision !== undefined;
      must(
        set.returned?.reason !== 'not_sent_in_time' ||
          isRelease ||
          liftedAt === undefined ||
          affected.has(run._id) ||
          scheduler.now >= liftedAt + this.#world.approvalValidMs - mostSkewMs,
        'the time in which a frozen call must be sent counts from when its freeze was lifted',
        { before, set, liftedAt },
      );
      if (unset.includes('decision') && set.frozen === undefined) this.#liftedAt.delete(before._id);
    }
  }

  /** Invariants after every write. */
  checkStored(run: RunDocument, calls: readonly ToolCallDocument[]): void {
    const held = (run.pauses ?? []).flatMap(({ frozen }) => frozen?.freeze_id ?? []);
    must(
      new Set(held).size === (run.frozen_by ?? []).length && held.every((id) => run.frozen_by?.includes(id)),
      'a run names the freezes that hold its calls back',
      run,
    );
    for (const call of calls) {
      const pause = run.pauses?.find(({ tool_call_id }) => tool_call_id === call._id);
      must(
        pause?.frozen?.freeze_id === (pause === undefined ? undefined : call.frozen?.freeze_id),
        'a held call shows the freeze that holds it back',
        { pause, call },
      );
      must(
        pause?.frozen === undefined || (!isInFlight(call) && call.decision === undefined),
        'a call that a freeze holds back is not marked as sent, and keeps its approvals',
        call,
      );
      const process = this.#takenBack.get(call.sending?.by ?? '');
      const takesBack =
        process?.state === 'alive' && process.freezes === 0 && !process.stopping.signal.aborted;
      must(
        !takesBack || call.error?.code !== 'outcome_unknown' || this.#world.affected.has(run._id),
        'a call that a freeze has kept from being sent is not told as unknown',
        call,
      );
      const attempts = this.#world.sent.get(call._id)?.length ?? 0;
      must(
        call.error?.code !== 'frozen' ||
          (call.sending?.attempts ?? 0) === attempts ||
          this.#world.affected.has(run._id),
        'a call that a freeze has kept from being sent is not told as sent',
        { call, attempts },
      );
    }
  }
}

function isOpen({ lifted_at }: StoredFreeze): boolean {
  return lifted_at === undefined;
}

function frozenBy({ freeze_id, scope, id, reason, at }: StoredFreeze): FrozenBy {
  return { freeze_id, scope, ...defined({ id }), reason, at };
}
