import { ServiceError } from '#contract/errors.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import type { Input } from '#engine/rules/inputs.ts';
import { acceptDecisions } from '#engine/steps/accept-decisions.ts';
import { acceptInput } from '#engine/steps/accept-input.ts';
import { acceptMessage } from '#engine/steps/accept-message.ts';
import { withKnownRejections } from '#engine/steps/with-known-rejections.ts';
import type { Chance } from './chance.ts';
import { isCooling } from './cooling.ts';
import { chooseAmount } from './payments.ts';
import { type ServiceProcess, short } from './process.ts';
import type { Task } from './scheduler.ts';
import { must } from './violation.ts';
import type { World } from './world.ts';

/** Those who decide. */
const approvers = ['ada', 'bo', 'eve'];

/** The effects of a message on a thread with held calls. */
const whileHeld = ['beside', 'beside', 'beside', 'cancel', 'refuse'] as const;

/** Something that somebody asked for, possibly several times. */
interface Wish {
  name: string;
  /** Its known fate: accepted, refused, or unknown. */
  fate: 'accepted' | 'refused' | 'unknown';
  isRepeated: boolean;
  /** The request that is under way. The API refuses a repetition for as long as it is. */
  last?: { task: Task; api: ServiceProcess };
  ask: (api: ServiceProcess) => Promise<void>;
  /** Its items, if each may be accepted or refused by itself. */
  parts?: { fate: Wish['fate'] }[];
  onRefused?: () => void;
}

/** Those who write messages, decide, report and cancel, by requests to the API, which they repeat if they are in doubt. */
export class People {
  /** Runs whose cancellation was accepted. */
  readonly cancelled = new Set<string>();
  /** Runs that somebody has asked to cancel, whatever came of it. */
  readonly askedToCancel = new Set<string>();
  readonly #world: World;
  readonly #wishes: Wish[] = [];
  readonly #messages = new Map<string, { threadId: string; wish: Wish; runId?: string }>();
  readonly #decisions: { callId: string; requestId: string; actor: string; wish: Pick<Wish, 'fate'> }[] = [];
  /** The calls that a request can have approved: those which it named, or the one which it made of another. */
  readonly #approved = new Map<string, string[]>();
  /** Authors of messages for the subject. */
  readonly #wrote = new Map<string, string>();
  readonly #outcomes: { callId: string; wish: Wish }[] = [];
  /** Runs whose held call somebody revises: what others ask for is rejected meanwhile, not that. */
  readonly #revising = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Posts a message, which opens a run or answers a question. */
  post(chance: Chance, threadId: string): Task | undefined {
    const id = this.#world.newId();
    // The subject, or somebody who decides and writes for it.
    const actor = chance.oneIn(3) ? (chance.pick(approvers) ?? '') : 'subject';
    if (actor !== 'subject') this.#wrote.set(id, actor);
    const while_held = this.#world.goesOn ? chance.pick(whileHeld) : undefined;
    const wish = this.#wish(
      `message ${short(id)}${while_held === undefined ? '' : `, ${while_held}`}`,
      async (api) => {
        const run = await acceptMessage(api.engine, {
          threadId,
          scope: { workspace_id: 'workspace' },
          origin: 'api',
          connection: { id: 'bank', name: 'Bank' },
          body: { content: `Hello ${short(id)}?`, while_held },
          actor,
          id,
          mayExist: wish.isRepeated,
        });
        const message = this.#messages.get(id);
        if (message !== undefined) message.runId = run._id;
      },
    );
    this.#messages.set(id, { threadId, wish });
    return this.#send(chance, wish);
  }

  /** Posts a message on a thread with held calls, often in the moment in which somebody decides on one of them. */
  postBeside(chance: Chance): void {
    const { threads } = this.#world.memory.tables;
    const held = [...threads.values()].filter(({ pauses }) =>
      pauses.some(({ type }) => type === 'confirmation'),
    );
    const thread = chance.pick(held);
    if (thread === undefined) return;
    const pause = chance.pick(thread.pauses.filter(({ type }) => type === 'confirmation'));
    const id = chance.pick(pause?.calls ?? [])?.tool_call_id;
    this.post(chance, thread._id);
    if (pause !== undefined && id !== undefined && chance.oneIn(2))
      this.#decideOn(chance, { id, runId: pause.run_id }, chance.oneIn(4) ? 'reject' : 'approve');
  }

  /** Decides on a call that is held, or on one that no longer is. */
  decide(chance: Chance, decision = chance.oneIn(3) ? ('reject' as const) : ('approve' as const)): void {
    const call = this.#callOf(chance, 'confirmation', ({ gate }) => gate !== null);
    if (call === undefined) return;
    const beside = this.#heldTogether(call.runId).filter((id) => id !== call.id);
    if (beside.length > 0 && chance.oneIn(3))
      this.#decideOnMany(chance, call.runId, [call.id, ...beside], decision);
    else this.#decideOn(chance, call, decision);
  }

  /** The calls that a run holds. */
  #heldTogether(runId: string): string[] {
    const { runs, threads } = this.#world.memory.tables;
    const pauses = threads.get(runs.get(runId)?.thread_id ?? '')?.pauses ?? [];
    const held = pauses.find(({ run_id, type }) => run_id === runId && type === 'confirmation');
    return (held?.calls ?? []).map(({ tool_call_id }) => tool_call_id);
  }

  /** Decides on calls of a run by one request, each by itself. */
  #decideOnMany(chance: Chance, runId: string, ids: string[], decision: 'approve' | 'reject'): void {
    const request_id = this.#world.newId();
    const actor = chance.pick(approvers) ?? '';
    const input = { type: 'decision', decision, actor, via: 'token', request_id } as const;
    const parts = ids.map((callId) => ({ callId, fate: 'unknown' as Wish['fate'] }));
    const wish = this.#wish(`${decision}s ${ids.map(short).join(', ')}`, async (api) => {
      const isFirst = !wish.isRepeated;
      const run = await this.#readRun(api, runId);
      const inputs = ids.map((tool_call_id) => ({ ...input, tool_call_id }));
      const place = { run_id: runId, thread_id: run.thread_id, turn_count: run.turn_count };
      const decided = await acceptDecisions(api.engine, place, inputs, run);
      must(decided.length === ids.length, 'each decision of a request has a result', decided);
      for (const [index, part] of parts.entries()) {
        const result = decided[index];
        if (result !== undefined && 'run' in result) part.fate = 'accepted';
        else if (isFirst && !wish.isRepeated) part.fate = 'refused';
      }
    });
    wish.parts = parts;
    this.#approved.set(request_id, ids);
    for (const part of parts)
      this.#decisions.push({ callId: part.callId, requestId: request_id, actor, wish: part });
    this.#send(chance, wish);
  }

  #decideOn(
    chance: Chance,
    call: { id: string; runId: string },
    decision: 'approve' | 'reject',
  ): Task | undefined {
    const requestId = this.#world.newId();
    const actor = chance.pick(approvers) ?? '';
    const input = {
      type: 'decision',
      decision,
      actor,
      via: 'token',
      request_id: requestId,
    } as const;
    const asked = { ...input, tool_call_id: call.id };
    const wish = this.#input(`${decision}s ${short(call.id)}`, call.runId, asked, () => {
      if (decision === 'approve') this.#undoAfterwards(chance, call);
      if (decision === 'approve') this.#writeAfterwards(chance, call.runId);
      else this.#approveAfterwards(chance, call);
    });
    this.#decisions.push({ callId: call.id, requestId, actor, wish });
    this.#approved.set(requestId, [call.id]);
    return this.#send(chance, wish);
  }

  /**
   * Now and then, rejects a held call that asks for what somebody looks at in that moment, before anything else happens. What is
   * found out is then outdated.
   * @param asked names of what is asked for
   */
  rejectMeanwhile(chance: Chance, asked: readonly string[]): void {
    const call = chance.pick(this.#heldOf(asked).filter(({ runId }) => !this.#revising.has(runId)));
    if (call !== undefined && chance.oneIn(2)) hurry(this.#decideOn(chance, call, 'reject'));
  }

  /** Names of what runs at work ask for that is not held yet. */
  toBeHeld(): string[] {
    const { calls, runs } = this.#world.memory.tables;
    return [...calls.values()].flatMap(({ status, gate, run_id, asked = [] }) =>
      status === 'pending' && gate !== null && runs.get(run_id)?.state === 'running' ? asked : [],
    );
  }

  /** Often, somebody who does not know of it approves what asks for the same as a call that was just rejected. */
  #approveAfterwards(chance: Chance, { id, runId }: { id: string; runId: string }): void {
    const { asked = [] } = this.#world.memory.tables.calls.get(id) ?? {};
    const call = chance.pick(this.#heldBeside(runId, asked));
    if (call !== undefined && !chance.oneIn(3)) hurry(this.#decideOn(chance, call, 'approve'));
  }

  /** The held calls of other runs of a thread that ask for the same. */
  #heldBeside(runId: string, asked: readonly string[]): { id: string; runId: string }[] {
    return this.#heldOf(asked).filter((held) => held.runId !== runId);
  }

  /** The held calls with one of these names, which belong to one thread. */
  #heldOf(asked: readonly string[]): { id: string; runId: string }[] {
    const { threads, calls } = this.#world.memory.tables;
    const pauses = [...threads.values()].flatMap((thread) => thread.pauses);
    const held = pauses.filter(({ type }) => type === 'confirmation');
    return held.flatMap(({ calls: ofRun, run_id }) =>
      ofRun.flatMap(({ tool_call_id: id }) =>
        calls.get(id)?.asked?.some((name) => asked.includes(name)) === true ? [{ id, runId: run_id }] : [],
      ),
    );
  }

  /** Often, somebody writes as soon as a call is approved on a thread on which others were rejected, before it is made. */
  #writeAfterwards(chance: Chance, runId: string): void {
    const { runs, threads } = this.#world.memory.tables;
    const thread = threads.get(runs.get(runId)?.thread_id ?? '');
    if (thread?.turned_down === undefined || !this.#world.mayOpenRun() || chance.oneIn(3)) return;
    hurry(this.post(chance, thread._id));
  }

  /** Now and then, somebody cancels the run of a call as soon as it is approved, if it waits to be sent. */
  #undoAfterwards(chance: Chance, { id, runId }: { id: string; runId: string }): void {
    if (this.#world.coolsUntil(id) !== undefined && chance.oneIn(6)) this.#cancelRun(chance, runId);
  }

  /** Corrects the arguments of a call that is held, or of one that no longer is. */
  revise(chance: Chance): void {
    const call = this.#callOf(chance, 'confirmation', ({ gate }) => gate !== null);
    if (call === undefined) return;
    const request_id = this.#world.newId();
    const actor = chance.pick(approvers) ?? '';
    const args = { payee: chance.below(2), amount: chooseAmount(chance), corrected: request_id };
    const input = { type: 'revision', tool_call_id: call.id, actor, via: 'token', request_id } as const;
    const wish = this.#input(`${actor} revises ${short(call.id)}`, call.runId, async (api, run) => {
      const [thread, stored] = await Promise.all([
        this.#readThread(api, run.thread_id),
        api.engine.store.findCall(run._id, call.id),
      ]);
      if (stored === undefined) throw new ServiceError('not_found', 'The call is gone.');
      this.#revising.add(run._id);
      const revised = await api.revisions.judge({ run, thread }, stored, args);
      const memberships = await api.engine.memberships.of('workspace', actor);
      await this.#rejectJudged(api, revised.asked ?? []);
      return { ...input, revised, memberships };
    });
    this.#decisions.push({ callId: call.id, requestId: request_id, actor, wish });
    this.#approved.set(request_id, [request_id]);
    this.#send(chance, wish);
  }

  /** Takes an approval back, of a call that is held, or of one that no longer is. */
  withdraw(chance: Chance): void {
    const cooling = [...this.#world.memory.tables.calls.values()].filter(isCooling);
    const picked = chance.oneIn(3) ? undefined : chance.pick(cooling);
    const call =
      picked === undefined
        ? this.#callOf(chance, 'confirmation', ({ gate }) => gate !== null)
        : { id: picked._id, runId: picked.run_id };
    if (call === undefined) return;
    const actor = chance.pick(picked?.approvals?.map((approval) => approval.actor) ?? approvers) ?? '';
    const input = {
      type: 'withdrawal',
      actor,
      via: 'api_key',
      tool_call_id: call.id,
      request_id: this.#world.newId(),
    } as const;
    const cools = () => this.#world.coolsUntil(call.id);
    const before = cools();
    const wish = this.#input(`${input.actor} withdraws from ${short(call.id)}`, call.runId, input);
    wish.onRefused = () =>
      must(
        before === undefined || before !== cools(),
        'a call that waits to be sent can be withdrawn',
        this.#world.memory.tables.calls.get(call.id),
      );
    this.#send(chance, wish);
  }

  /** Reports what became of an action that was proposed. */
  report(chance: Chance): void {
    const call = this.#callOf(chance, 'outcome', ({ interaction }) => interaction === 'proposed_action');
    if (call === undefined) return;
    const state = chance.oneIn(2) ? 'occurred' : 'failed';
    const input = { type: 'outcome', state, actor: 'someone' } as const;
    const wish = this.#input(`reports on ${short(call.id)}`, call.runId, { ...input, tool_call_id: call.id });
    this.#outcomes.push({ callId: call.id, wish });
    this.#send(chance, wish);
  }

  cancel(chance: Chance): void {
    const run = chance.pick([...this.#world.memory.tables.runs.values()]);
    if (run !== undefined) this.#cancelRun(chance, run._id);
  }

  #cancelRun(chance: Chance, runId: string): void {
    this.askedToCancel.add(runId);
    const wish = this.#input(`cancels ${short(runId)}`, runId, { type: 'cancel_requested' }, () => {
      this.cancelled.add(runId);
    });
    this.#send(chance, wish);
  }

  /** Somebody who is in doubt, or impatient, sends a request once more. */
  repeat(chance: Chance): void {
    const wish = chance.pick(
      this.#wishes.filter(({ last }) => last?.task.over !== false || last.api.state === 'dead'),
    );
    if (wish === undefined) return;
    wish.isRepeated = true;
    for (const each of [wish, ...(wish.parts ?? [])]) if (each.fate === 'refused') each.fate = 'unknown';
    this.#send(chance, wish);
  }

  /** The store was restored: what it had accepted may be lost, and what is under way is not answered. */
  forget(): void {
    this.cancelled.clear();
    for (const wish of this.#wishes) {
      for (const each of [wish, ...(wish.parts ?? [])]) each.fate = 'unknown';
      wish.isRepeated = true;
    }
    for (const message of this.#messages.values()) delete message.runId;
  }

  /** Whether an actor wrote a message of a run for its subject. */
  hasWritten(actor: string, run: RunDocument): boolean {
    const messages = this.#world.memory.tables.messages.get(run.thread_id) ?? [];
    return messages.some(({ _id, run_id }) => run_id === run._id && this.#wrote.get(_id) === actor);
  }

  /** Whether the subject has written a message. */
  isOfSubject(messageId: string): boolean {
    return !this.#wrote.has(messageId);
  }

  /** Whether a request was about this call. */
  hasApproved(requestId: string, callId: string): boolean {
    return this.#approved.get(requestId)?.includes(callId) === true;
  }

  /** Nothing that was accepted is lost, and nothing is stored twice. */
  checkEnd(): void {
    const { tables } = this.#world.memory;
    for (const [id, { threadId, wish, runId }] of this.#messages) {
      const stored = (tables.messages.get(threadId) ?? []).filter(({ _id }) => _id === id);
      must(wish.fate !== 'accepted' || stored.length === 1, 'an accepted message is stored once', {
        id,
        stored,
      });
      must(stored.length <= 1, 'a message is stored at most once', stored);
      must(
        wish.fate !== 'refused' || stored.length === 0,
        'a message that was refused is not stored',
        stored,
      );
      must(
        runId === undefined || stored[0]?.run_id === runId,
        'a message belongs to the run that was named',
        { runId, stored },
      );
    }
    for (const { callId, requestId, actor, wish } of this.#decisions) {
      const call = tables.calls.get(callId);
      const stored = [
        ...(call?.lapsed_decisions ?? []),
        ...(call?.withdrawn_decisions ?? []),
        ...(call?.approvals ?? []),
        ...(call?.decision === undefined ? [] : [call.decision]),
      ];
      // A second approval of an actor is accepted, and changes nothing.
      const stands = stored.some((each) => each.request_id === requestId || each.actor === actor);
      must(wish.fate !== 'accepted' || stands, 'an accepted decision stands', { call, requestId });
      must(
        wish.fate !== 'refused' || !stored.some(({ request_id }) => request_id === requestId),
        'a decision that was refused does not count',
        call,
      );
    }
    for (const { callId, wish } of this.#outcomes) {
      const call = tables.calls.get(callId);
      const isRecorded = call?.outcome !== undefined || call?.interaction !== 'proposed_action';
      must(wish.fate !== 'accepted' || isRecorded, 'an accepted report is recorded', call);
    }
  }

  #callOf(
    chance: Chance,
    pause: string,
    isMeant: (call: { gate: unknown; interaction: string }) => boolean,
  ): { id: string; runId: string } | undefined {
    const { tables } = this.#world.memory;
    const waiting = [...tables.threads.values()].flatMap(({ pauses }) =>
      pauses
        .filter(({ type }) => type === pause)
        .flatMap(({ run_id, calls }) =>
          calls.map(({ tool_call_id }) => ({ id: tool_call_id, runId: run_id })),
        ),
    );
    const held = chance.pick(waiting);
    if (held !== undefined && !chance.oneIn(6)) return held;
    const call = chance.pick([...tables.calls.values()].filter(isMeant));
    return call === undefined ? undefined : { id: call._id, runId: call.run_id };
  }

  async #readThread(api: ServiceProcess, threadId: string): Promise<ThreadDocument> {
    const thread = await api.engine.threads.find({ workspace_id: 'workspace' }, threadId);
    if (thread === null) throw new Error('there is no such thread');
    return thread;
  }

  async #readRun(api: ServiceProcess, runId: string): Promise<RunDocument> {
    const read = () => this.#world.memory.tables.runs.get(runId);
    const run = await api.send('reads the run that is asked about', read, (chance) =>
      chance.oneIn(100) ? 'refused' : 'none',
    );
    if (run === undefined) throw new ServiceError('not_found', 'The run is gone.');
    return run;
  }

  /** @param input may depend on what is stored when it is asked for */
  #input(
    name: string,
    runId: string,
    input: Input | ((api: ServiceProcess, run: RunDocument) => Promise<Input>),
    onAccepted = () => {},
  ): Wish {
    return this.#wish(name, async (api) => {
      const { engine } = api;
      const accept = async () => {
        const run = await this.#readRun(api, runId);
        const { thread_id, turn_count } = run;
        const made = typeof input === 'function' ? await input(api, run) : input;
        await acceptInput(engine, { run_id: runId, thread_id, turn_count }, made, run);
      };
      await withKnownRejections(engine.clock, accept).finally(() => this.#revising.delete(runId));
      onAccepted();
    });
  }

  /** Now and then, a call that asks for the same is rejected after a correction was judged, and before it is written. */
  async #rejectJudged(api: ServiceProcess, asked: readonly string[]): Promise<void> {
    await api.send(
      'has judged a correction',
      (chance) => this.rejectMeanwhile(chance, asked),
      () => 'none',
    );
  }

  #wish(name: string, ask: Wish['ask']): Wish {
    const wish: Wish = { name, fate: 'unknown', isRepeated: false, ask };
    this.#wishes.push(wish);
    return wish;
  }

  #send(chance: Chance, wish: Wish): Task | undefined {
    const api = chance.pick(this.#world.apis.filter(({ state }) => state === 'alive'));
    if (api === undefined) return undefined;
    const { scheduler } = this.#world;
    const isFirst = !wish.isRepeated;
    scheduler.tell(api.name, undefined, `is asked: ${wish.name}${isFirst ? '' : ', once more'}`);
    const task = scheduler.begin(wish.name, async () => {
      try {
        await wish.ask(api);
        wish.fate = 'accepted';
        scheduler.tell(api.name, undefined, `accepts: ${wish.name}`);
      } catch (error) {
        scheduler.tell(api.name, undefined, `refuses: ${wish.name} (${String(error)})`);
        // A request that was repeated may be refused because the first one was accepted.
        if (error instanceof ServiceError && error.status === 404)
          this.#world.check(() => wish.onRefused?.());
        if (error instanceof ServiceError) wish.fate = isFirst && !wish.isRepeated ? 'refused' : wish.fate;
        else if (!this.#world.isOutage(error)) this.#world.fail(error);
      }
    });
    wish.last = { task, api };
    return task;
  }
}

/** Somebody is quick: what they ask for happens before anything else. */
function hurry(task: Task | undefined): void {
  if (task !== undefined) task.hurries = true;
}
