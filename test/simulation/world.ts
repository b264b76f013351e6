import type { PayeeFacts } from '#engine/documents/payee-facts.ts';
import { isTerminal, type RunState } from '#contract/run-state.ts';
import type { AppliedGate } from '#engine/documents/applied-gate.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { reconcileRuns } from '#engine/recovery/reconcile-runs.ts';
import { sweepRuns } from '#engine/recovery/sweep-runs.ts';
import { checkHeldOnce } from './beside.ts';
import { Chance } from './chance.ts';
import type { SentRequest } from './hosts.ts';
import { FrozenWorld } from './freezes.ts';
import { checkCooling, isCooling } from './cooling.ts';
import { checkApprovals, checkGivenBack, checkLimits, reapprove, tamper } from './payments.ts';
import {
  checkEnd,
  checkGoesOn,
  checkRun,
  checkSentAtOnce,
  checkStages,
  checkTold,
  checkTurn,
  checkWoken,
} from './invariants.ts';
import { People } from './people.ts';
import { Rejections } from './rejections.ts';
import { approvalValidMs, ServiceProcess, short } from './process.ts';
import { Scheduler, settled, type Task } from './scheduler.ts';
import { MemoryStore, Tables } from './store/memory-store.ts';
import { Temporal, type TemporalBackup } from './temporal.ts';
import { Violation } from './violation.ts';

/** The facts about a payee at the moment when they were read. */
interface ReadFacts {
  payee: string;
  facts: PayeeFacts;
}

/** An account that was looked up, and its bank at that moment. */
interface LookedUp {
  payee: string;
  bank: string;
}

/** Events that can happen next by chance, with their weights. Mostly, work continues. */
const weights = {
  goOn: 200,
  message: 12,
  decision: 20,
  withdrawal: 4,
  revision: 10,
  reapproval: 12,
  outcome: 8,
  cancel: 10,
  repeat: 6,
  die: 4,
  freeze: 8,
  thaw: 12,
  stop: 2,
  time: 10,
  clock: 2,
  sweep: 6,
  reconcile: 2,
  freezeCalls: 2,
  liftFreeze: 4,
  terminate: 1,
  cancelFromOutside: 1,
  restoreStore: 6,
  restoreTemporal: 2,
  loseWorkflow: 2,
} as const;

/** Only one in so many sequences loses what a store had accepted, because that leaves fewer rules to check. */
const losesOneIn = 3;

const threadIds = ['thread-1', 'thread-2'];
/** How many runs a simulation opens at most. */
const mostRuns = 8;
/** Clocks of two processes differ by at most this much. */
const mostSkewMs = 1000;

/** The service and all around it, in one process: everything happens in an order that the scheduler owns. */
export class World {
  readonly scheduler: Scheduler;
  readonly memory = new MemoryStore();
  readonly temporal: Temporal;
  readonly people: People;
  readonly rejections: Rejections;
  readonly freezes: FrozenWorld;
  readonly approvalValidMs = approvalValidMs;
  apis: ServiceProcess[];
  workers: ServiceProcess[];
  /** Nothing fails any more. */
  isCalm = false;
  /** The model fails each time, for as long as this holds. */
  isModelDown = false;
  /** Runs of which the store or Temporal has lost something: only comparing both finds out what is to be done for them. */
  readonly affected = new Set<string>();
  /** Runs at whose steps the service had faults of its own, for which they may fail. */
  readonly faulted = new Set<string>();
  /** The requests to models that get no answer, until they are given up after minutes. */
  readonly hanging = new Set<{ thread_id: string | undefined; process: ServiceProcess }>();
  credits: number;
  /** For how long somebody may decide. Long enough in some sequences that only those who are asked end a pause. */
  readonly pauseTtlSeconds: number;
  /** The agent has a schema for its reply. Known from the seed, so that all else happens as it did. */
  readonly hasReplySchema: boolean;
  /** Messages are posted while calls are held. Known from the seed, too. */
  readonly goesOn: boolean;
  violation: unknown;
  /** Runs whose workflow an operator has cancelled. */
  readonly cancelledFromOutside = new Set<string>();
  /** The gate of each call when it was recorded. */
  readonly firstGates = new Map<string, AppliedGate>();
  /** To which banks the account references of a call led when they were looked up after an approval. */
  readonly lookups = new Map<string, LookedUp[]>();
  /** The lookups of each piece of work. */
  readonly #lookedUp = new WeakMap<Task, LookedUp[]>();
  /** The facts about payees that each piece of work has read. */
  readonly #factsRead = new WeakMap<Task, ReadFacts[]>();
  /** The requests to hosts, by call. */
  readonly sent = new Map<string, SentRequest[]>();
  // The state of a run or thread at its last check.
  readonly lastStates = new Map<string, RunState>();
  readonly lastThreads = new Map<string, ThreadDocument>();
  readonly expiries = new Map<string, Date>();
  readonly firstOutcomes = new Map<string, ToolCallDocument['outcome']>();
  readonly known = new Set<string>();
  readonly resolved = new Set<string>();
  /** Marks of calls whose processes have just received the response. */
  readonly heardMarks: ToolCallDocument[] = [];
  /** Processes that were asked to stop, and finish what they have begun. */
  readonly #leaving: ServiceProcess[] = [];
  readonly #written = new Set<string>();
  readonly #touched = new Set<string>();
  readonly #chance: Chance;
  #ids = 0;
  #processes = 0;
  #lookedUntil: string | undefined;
  /** The losses that are still possible. */
  readonly #losses = new Set(['restoreStore', 'restoreTemporal', 'loseWorkflow']);
  readonly #backups: { tables: Tables; temporal: TemporalBackup }[] = [];

  constructor(seed: number, options: { tells?: boolean } = {}) {
    this.#chance = new Chance(seed);
    this.hasReplySchema = seed % 3 === 0;
    this.goesOn = seed % 4 === 1;
    this.scheduler = new Scheduler(options);
    this.temporal = new Temporal(this);
    this.people = new People(this);
    this.rejections = new Rejections(this);
    this.freezes = new FrozenWorld(this);
    this.memory.onMark = (by) => this.freezes.noteMarked(by);
    if (!this.#chance.oneIn(losesOneIn)) this.#losses.clear();
    this.credits = this.#chance.oneIn(8) ? this.#chance.below(40_000) : 1e9;
    this.pauseTtlSeconds = this.#chance.oneIn(4) ? 86_400 : 60;
    this.apis = [this.#process('api', 0), this.#process('api', 1)];
    this.workers = [this.#process('worker', 0), this.#process('worker', 1), this.#process('worker', 2)];
    for (const _id of threadIds) this.memory.tables.threads.set(_id, newThread(_id));
    // Few sequences publish the policy so often that its later versions apply.
    const { tables } = this.memory;
    tables.approving = { ...tables.approving, published: 1 + (Math.floor(seed / 4) % 4) };
    this.memory.onWrite = ({ runId, changes }) => {
      this.#written.add(runId);
      if (changes !== undefined) {
        this.check(() => checkApprovals(this, changes));
        this.check(() => checkCooling(this, changes, approvalValidMs));
        this.check(() => this.freezes.checkChange(changes));
        this.check(() => checkLimits(this));
        this.check(() => this.rejections.noteWrite(changes));
        this.check(() => checkHeldOnce(this, changes));
      }
      if (changes !== undefined && changes.turns.length > 0) this.check(() => checkTurn(this, changes.run));
      if (changes !== undefined) this.check(() => checkStages(changes));
      if (changes !== undefined) this.check(() => checkTold(this, changes));
      for (const { calls } of changes?.thread?.pauses ?? [])
        for (const { tool_call_id, expires_at } of calls) {
          // A frozen call can be rejected and withdrawn for however long that lasts.
          if (this.memory.tables.calls.get(tool_call_id)?.frozen !== undefined)
            this.expiries.delete(tool_call_id);
          else this.expiries.set(tool_call_id, expires_at);
        }
    };
  }

  newId = (): string => {
    this.#ids += 1;
    return `00000000-0000-7000-8000-${this.#ids.toString(16).padStart(12, '0')}`;
  };

  random = (): number => this.#chance.next() / 2 ** 32;

  /** Nobody opens runs without end. */
  mayOpenRun(): boolean {
    return this.memory.tables.runs.size < mostRuns;
  }

  isOutage = (error: unknown): boolean => this.apis[0]?.engine.store.isOutage(error) === true;

  /** Whether the approval of a call is young enough for it to be sent: its mark was, and it is sent within its time. */
  mayExecute({ decision, not_before, timeout_seconds }: ToolCallDocument): boolean {
    const from = not_before ?? decision?.created_at;
    return this.isYoung((from?.getTime() ?? 0) + approvalValidMs, timeout_seconds);
  }

  /** When a held call is to be sent that has all of its approvals, unless that is so soon that clocks disagree. */
  coolsUntil(callId: string): number | undefined {
    const call = this.memory.tables.calls.get(callId);
    if (call === undefined || !isCooling(call)) return undefined;
    const at = call.not_before?.getTime() ?? 0;
    return at > this.scheduler.now + mostSkewMs ? at : undefined;
  }

  /** Whether a call that had to be marked before a time may still be sent. */
  isYoung(validUntilMs: number, timeout_seconds: number): boolean {
    return this.scheduler.now <= validUntilMs + timeout_seconds * 1000 + mostSkewMs;
  }

  /** The workflow of a run has changed, which is checked as soon as everybody has done what they can do at once. */
  touch(runId: string): void {
    this.#touched.add(runId);
  }

  /** A rule does not hold, or something failed that nobody had fail. */
  fail(violation: unknown): void {
    this.violation ??= violation;
  }

  check(rules: () => void): void {
    try {
      rules();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Notes at which bank an account was when a piece of work looked it up. */
  noteLookup(task: Task | undefined, lookup: LookedUp): void {
    if (task !== undefined) this.#lookedUp.set(task, [...(this.#lookedUp.get(task) ?? []), lookup]);
  }

  /** The lookups of the work in progress. */
  lookedUp(): readonly LookedUp[] {
    const { task } = this.scheduler;
    return (task && this.#lookedUp.get(task)) ?? [];
  }

  /** Work in progress has read what is known of a payee. */
  noteFacts(task: Task | undefined, read: ReadFacts): void {
    if (task !== undefined) this.#factsRead.set(task, [...(this.#factsRead.get(task) ?? []), read]);
  }

  /** The facts that the work in progress has read. */
  factsRead(): readonly ReadFacts[] {
    const { task } = this.scheduler;
    return (task && this.#factsRead.get(task)) ?? [];
  }

  later(label: string, ms: number, happen: () => void): void {
    this.scheduler.add({ label, due: this.scheduler.elapsedMs + ms, happen });
  }

  /**
   * Lets something happen that a number decides.
   * @throws {Violation} if a rule does not hold afterwards
   */
  async step(number: number): Promise<void> {
    const chance = new Chance(number);
    const kind = chance.weighted(weights);
    if (this.#losses.size > 0 && chance.oneIn(8)) this.#backUp();
    if (kind === 'goOn') return await this.#goOn(chance, 1 + chance.below(10));
    if (kind === 'restoreStore' || kind === 'restoreTemporal' || kind === 'loseWorkflow') {
      if (this.#losses.delete(kind)) await this.#lose(kind, chance);
    } else this.#perform(kind, chance);
    await this.#go();
  }

  /**
   * Stops all faults, and continues until the end: sweeps send the outbox, time passes, models have only words left,
   * and people answer or not.
   * @throws {Violation} if a run does not end
   */
  async settle(): Promise<void> {
    const chance = this.#chance;
    const answers = chance.oneIn(2) || this.pauseTtlSeconds > 60;
    this.isModelDown = chance.oneIn(8);
    this.isCalm = true;
    for (const process of this.#processesNow) {
      process.skewMs = 0;
      process.thaw();
    }
    for (let round = 0; round < 60; round += 1) {
      await this.#calm(chance);
      if (round > 0) this.freezes.liftAll();
      if (this.#isOver()) {
        this.check(() => checkEnd(this));
        this.check(() => checkGivenBack(this));
        return this.#throwViolation();
      }
      if (answers) this.#answer(chance);
      this.#sweep(chance, false);
      if (this.affected.size > 0 || round > 3) this.#sweep(chance, true);
      await this.#calm(chance);
      this.check(() => checkWoken(this));
      this.#throwViolation();
      this.scheduler.elapsedMs += 35_000;
    }
    const open = this.memory.openRuns();
    const doing = [...this.temporal.workflows.values()]
      .filter(({ isOpen }) => isOpen)
      .map(({ runId, doing }) => ({ runId, doing }));
    throw new Violation('every run ends, and then nothing is left to tell', {
      open,
      doing,
      threads: [...this.memory.tables.threads.values()],
    });
  }

  #isOver(): boolean {
    const { runs, threads } = this.memory.tables;
    return (
      [...runs.values()].every(({ state, outbox }) => isTerminal(state) && outbox === undefined) &&
      [...threads.values()].every(({ outbox }) => outbox === undefined) &&
      [...this.temporal.workflows.values()].every(({ isOpen }) => !isOpen)
    );
  }

  /** Continues while work is possible within some time. */
  async #calm(chance: Chance): Promise<void> {
    const until = this.scheduler.elapsedMs + 20_000;
    for (let steps = 0; ; steps += 1) {
      const next = chance.pick(this.scheduler.runnable());
      if (next !== undefined) await this.#happen(next, chance);
      else if (!this.scheduler.jump(until)) return;
      if (steps > 20_000)
        throw new Violation(
          'work comes to an end',
          this.scheduler.runnable().map(({ label }) => label),
        );
    }
  }

  #answer(chance: Chance): void {
    for (const { _id, pauses } of this.memory.tables.threads.values()) {
      const types = new Set(pauses.map(({ type }) => type));
      if (types.has('confirmation')) this.people.decide(chance);
      else if (types.has('question')) this.people.post(chance, _id);
      if (types.has('outcome')) this.people.report(chance);
    }
  }

  async #goOn(chance: Chance, steps: number): Promise<void> {
    const { scheduler } = this;
    let next = chance.pick(scheduler.hurried()) ?? chance.pick(scheduler.runnable());
    if (next === undefined && scheduler.jump()) next = chance.pick(scheduler.runnable());
    for (let left = steps; next !== undefined; left -= 1) {
      const { task } = next;
      scheduler.elapsedMs += chance.below(8);
      await this.#happen(next, chance);
      if (left <= 1) return;
      const following = scheduler.runnable();
      const ofTask = task?.over === false ? following.filter((pending) => pending.task === task) : [];
      next = chance.pick(scheduler.hurried()) ?? chance.pick(ofTask.length > 0 ? ofTask : following);
    }
  }

  async #happen(next: Parameters<Scheduler['happen']>[0], chance: Chance): Promise<void> {
    await this.scheduler.happen(next, chance);
    this.#checkTouched();
  }

  async #go(): Promise<void> {
    await settled();
    this.#checkTouched();
  }

  #checkTouched(): void {
    for (const runId of this.#written) this.check(() => checkRun(this, runId));
    for (const runId of this.#touched) this.check(() => checkGoesOn(this, runId));
    this.#written.clear();
    this.#touched.clear();
    for (const call of this.heardMarks.splice(0)) {
      this.check(() => checkSentAtOnce(this, call));
    }
    this.#throwViolation();
  }

  #throwViolation(): void {
    if (this.violation !== undefined) throw this.violation;
  }

  #perform(
    kind: Exclude<keyof typeof weights, 'goOn' | 'restoreStore' | 'restoreTemporal' | 'loseWorkflow'>,
    chance: Chance,
  ): void {
    const { scheduler, people } = this;
    switch (kind) {
      case 'message':
        if (this.mayOpenRun()) people.post(chance, chance.pick(threadIds) ?? '');
        if (this.goesOn && this.mayOpenRun()) people.postBeside(chance);
        return;
      case 'decision':
        return people.decide(chance);
      case 'withdrawal':
        return people.withdraw(chance);
      case 'revision':
        return people.revise(chance);
      case 'reapproval':
        if (chance.oneIn(8)) return tamper(chance, this);
        this.memory.tables.approving = reapprove(chance, this.memory.tables.approving);
        return;
      case 'outcome':
        return people.report(chance);
      case 'cancel':
        return people.cancel(chance);
      case 'repeat':
        return people.repeat(chance);
      case 'die':
      case 'freeze':
      case 'stop': {
        const process = this.#alive(chance);
        if (process === undefined) return;
        scheduler.tell(
          process.name,
          undefined,
          { die: 'dies', freeze: 'freezes', stop: 'is asked to stop' }[kind],
        );
        if (kind === 'stop') {
          process.stop(chance);
          this.#leaving.push(process);
          return this.#replace(process);
        }
        process[kind](chance);
        for (const { activities } of this.temporal.workflows.values()) {
          for (const activity of activities) activity.noticeSilence(process, chance);
        }
        if (kind === 'die') this.#replace(process);
        return;
      }
      case 'thaw': {
        const frozen = chance.pick(this.#processesNow.filter(({ state }) => state === 'frozen'));
        if (frozen !== undefined) scheduler.tell(frozen.name, undefined, 'thaws');
        return frozen?.thaw();
      }
      case 'time':
        scheduler.elapsedMs += chance.below(20_000);
        return;
      case 'clock': {
        const process = this.#alive(chance);
        if (process !== undefined) process.skewMs = chance.below(mostSkewMs);
        return;
      }
      case 'sweep':
        return this.#sweep(chance, false);
      case 'reconcile':
        return this.#sweep(chance, true);
      case 'freezeCalls':
        return this.freezes.freeze(chance);
      case 'liftFreeze':
        return this.freezes.lift(chance);
      case 'terminate':
      case 'cancelFromOutside': {
        const open = [...this.temporal.workflows.values()].filter(({ isOpen }) => isOpen);
        const workflow = chance.pick(open);
        if (kind === 'terminate') workflow?.terminate(chance.next());
        else if (workflow !== undefined) {
          this.cancelledFromOutside.add(workflow.runId);
          workflow.cancel();
        }
      }
    }
  }

  #sweep(chance: Chance, reconciles: boolean): void {
    const worker = chance.pick(this.workers.filter(({ state }) => state === 'alive'));
    if (worker === undefined) return;
    const endsAt = this.scheduler.elapsedMs + 40_000;
    this.scheduler.begin(reconciles ? 'reconciles' : 'sweeps', async () => {
      try {
        if (reconciles) await reconcileRuns(worker.engine, () => false);
        else {
          const swept = await sweepRuns(
            worker.engine,
            this.#lookedUntil,
            () => this.scheduler.elapsedMs > endsAt,
          );
          this.#lookedUntil = swept.looked_until;
        }
      } catch (error) {
        if (!this.isOutage(error)) this.fail(error);
      }
    });
  }

  get #processesNow(): ServiceProcess[] {
    return [...this.apis, ...this.workers, ...this.#leaving];
  }

  #alive(chance: Chance): ServiceProcess | undefined {
    return chance.pick(this.#processesNow.filter(({ state }) => state === 'alive'));
  }

  #replace(process: ServiceProcess): void {
    const others = (all: ServiceProcess[], kind: string) =>
      all.map((each, index) => (each === process ? this.#process(kind, index) : each));
    this.apis = others(this.apis, 'api');
    this.workers = others(this.workers, 'worker');
  }

  /** A worker remembers runs together with the API at its index, as if it was in one process with it. */
  #process(kind: string, index: number): ServiceProcess {
    this.#processes += 1;
    const recentRuns = kind === 'worker' ? this.apis[index]?.engine.recentRuns : undefined;
    return new ServiceProcess(this, `${kind} ${this.#processes}`, recentRuns);
  }

  #backUp(): void {
    this.#backups.push({ tables: new Tables(this.memory.tables), temporal: this.temporal.backup() });
  }

  async #lose(what: 'restoreStore' | 'restoreTemporal' | 'loseWorkflow', chance: Chance): Promise<void> {
    // Often the latest: what was under way then may still be.
    const backup = chance.oneIn(2) ? this.#backups.at(-1) : chance.pick(this.#backups);
    if (what === 'loseWorkflow') {
      const lost = chance.pick([...this.temporal.workflows.values()].filter(({ isOpen }) => isOpen));
      if (lost === undefined) return;
      this.scheduler.tell('Temporal', undefined, `loses the workflow of ${short(lost.runId)}`);
      this.affected.add(lost.runId);
      this.temporal.lose(lost.runId);
    } else if (backup !== undefined) {
      for (const runId of [...this.memory.tables.runs.keys(), ...this.temporal.workflows.keys()])
        this.affected.add(runId);
      if (what === 'restoreStore') this.#restoreStore(backup.tables, chance);
      else {
        this.scheduler.tell('Temporal', undefined, 'is restored to an earlier time');
        await this.temporal.restore(backup.temporal, () => chance.oneIn(8));
      }
    }
  }

  /** The API and the workers are stopped, the store is restored to a backup, and they are started. */
  #restoreStore(backup: Tables, chance: Chance): void {
    this.scheduler.tell(
      'the store',
      undefined,
      'is restored to an earlier time, and every process is started again',
    );
    for (const process of this.#processesNow) {
      process.die(chance);
      for (const { activities } of this.temporal.workflows.values())
        for (const activity of activities) activity.noticeSilence(process, chance);
      this.#replace(process);
    }
    this.#leaving.length = 0;
    const { memory } = this;
    memory.tables = new Tables(backup);
    const { calls, runs, threads } = memory.tables;
    for (const [id, requests] of this.sent) {
      const attempts = calls.get(id)?.sending?.attempts ?? 0;
      const known = requests.filter(({ attempt }) => attempt <= attempts);
      this.sent.set(id, known);
    }
    refill(
      this.lastStates,
      [...runs.values()].map(({ _id, state }) => [_id, state]),
    );
    refill(this.lastThreads, threads);
    refill(
      this.firstOutcomes,
      [...calls.values()].map(({ _id, outcome }) => [_id, outcome]),
    );
    this.resolved.clear();
    for (const { _id, status } of calls.values()) if (status !== 'pending') this.resolved.add(_id);
    this.people.forget();
    for (const runId of runs.keys()) this.#written.add(runId);
  }
}

function refill<Key, Value>(map: Map<Key, Value>, entries: Iterable<readonly [Key, Value]>): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}

function newThread(_id: string): ThreadDocument {
  const created_at = new Date('2026-01-01T00:00:00.000Z');
  return {
    _id,
    workspace_id: 'workspace',
    subject_ref: 'subject',
    agent: { id: 'agent', key: 'key', name: 'Agent' },
    title: 'Title',
    untitled: false,
    message_count: 0,
    last_seq: 0,
    last_event_seq: 0,
    active_runs: [],
    pauses: [],
    created_at,
    updated_at: created_at,
    version: 1,
  };
}
