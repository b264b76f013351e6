import { expect, it } from 'vitest';
import type { Directive, EndDirective, PauseDirective } from '#contract/temporal/directive.ts';
import { RunLoop } from '#workflows/run/run-loop.ts';
import type { RunActivities, WorkflowContext } from '#workflows/run/workflow-context.ts';

const input = { run_id: 'run', thread_id: 'thread', agent_id: 'agent', workspace_id: 'workspace', seq: 1 };
const end: EndDirective = { next: 'end', state: 'closed', reason: 'finished' };
const pause: PauseDirective = {
  next: 'pause',
  tool_call_id: 'call',
  patch_ref: 'pay@1',
  kind: 'confirmation',
  expires_at: '2026-01-01T00:01:00.000Z',
};
const pending = (tool_call_id: string) => ({ tool_call_id, patch_ref: 'look@1', timeout_seconds: 5 });

class Cancellation extends Error {}

/** A loop whose activities resolve in the given order, each by its name. `asked` is what it asks for. */
function startLoop(script: [keyof RunActivities, () => Directive | Promise<Directive>][]) {
  const asked: unknown[] = [];
  const waits: {
    isOver: () => boolean;
    resolve: (isOver: boolean) => void;
    reject: (error: Error) => void;
  }[] = [];
  const activity = (name: keyof RunActivities) => async (its: object) => {
    asked.push([name, Object.fromEntries(Object.entries(its).filter(([key]) => !(key in input)))]);
    const [expected, resolve] = script.shift() ?? [];
    if (name !== expected || !resolve) throw new Error(`${name} instead of ${expected}`);
    return await resolve();
  };
  const context: WorkflowContext = {
    now: () => Date.parse('2026-01-01T00:00:00.000Z'),
    waitUntil: async (isOver, limitMs) => {
      if (isOver()) return true;
      asked.push(['waitUntil', limitMs]);
      return await new Promise((resolve, reject) => waits.push({ isOver, resolve, reject }));
    },
    signalsHandled: async () => {},
    activities: {
      callModel: activity('callModel'),
      executePatch: activity('executePatch'),
      holdCall: activity('holdCall'),
      expirePause: activity('expirePause'),
      wakePause: activity('wakePause'),
      cancelRun: activity('cancelRun'),
      failRun: activity('failRun'),
      readNext: activity('readNext'),
    },
    start: (work) => ({ result: work(), cancel: () => {} }),
    shielded: async (work) => await work(),
    isCancellation: (error) => error instanceof Cancellation,
    grantLock: async (runId, version) => void asked.push(['grantLock', runId, version]),
    continueAsNewSuggested: () => false,
    continueAsNew: async () => await Promise.reject(new Error('continued as new')),
    display: { doing: () => {}, waitsFor: () => {}, waitsNoLonger: () => {} },
    log: { warn: () => {}, error: () => {} },
  };
  const loop = new RunLoop(context, input);
  return { loop, asked, waits, ended: loop.run() };
}

it('follows a decision that came before its pause at once', async () => {
  const { loop, asked, ended } = startLoop([
    ['callModel', () => (loop.resume({ tool_call_id: 'call', directive: { next: 'turn', turn: 2 } }), pause)],
    ['callModel', () => end],
  ]);
  await expect(ended).resolves.toEqual(end);
  expect(asked).toEqual([
    ['callModel', { turn: 1, makes_call: true }],
    ['callModel', { turn: 2, makes_call: true }],
  ]);
});

it.each(['before', 'after'])(
  'follows a decision though a late signal about an earlier hold of the call comes right %s it',
  async (order) => {
    const decided = { tool_call_id: 'call', directive: { next: 'turn', turn: 2 } } as const;
    const late = { tool_call_id: 'call', directive: pause };
    const { loop, asked, waits, ended } = startLoop([
      ['callModel', () => pause],
      ['callModel', () => end],
    ]);
    await expect.poll(() => waits.length).toBe(1);
    for (const signal of order === 'before' ? [late, decided] : [decided, late]) loop.resume(signal);
    waits[0]?.resolve(true);
    await expect(ended).resolves.toEqual(end);
    expect(asked.at(-1)).toEqual(['callModel', { turn: 2, makes_call: true }]);
  },
);

it('does not wait for a thread lock that was granted while its step asked for it', async () => {
  const { loop, asked, ended } = startLoop([
    ['callModel', () => (loop.grantLock(7), { next: 'wait_for_turn_lock' })],
    ['callModel', () => end],
  ]);
  await ended;
  expect(asked).toEqual([
    ['callModel', { turn: 1, makes_call: true }],
    ['callModel', { turn: 1, grant_version: 7, makes_call: true }],
  ]);
});

it('awaits all calls of a turn, though one of them fails, and fails the run knowing which were made', async () => {
  const host = Promise.withResolvers<Directive>();
  const execute = { next: 'execute' as const, turn: 1, calls: [pending('fails'), pending('is made')] };
  const { asked, ended } = startLoop([
    ['callModel', () => execute],
    ['executePatch', () => Promise.reject(new Error('for good'))],
    ['executePatch', () => host.promise],
    ['failRun', () => end],
  ]);
  await expect.poll(() => asked.length).toBe(3);
  host.resolve({ ...execute, made: true } as Directive);
  await ended;
  expect(asked.at(-1)).toEqual(['failRun', { step: execute, seen: { turn: 1, made: ['is made'] } }]);
});

it('[tool-call.outcome-unknown.restored] cancels the run after all its calls, knowing which were made, though one finds it cancelled first', async () => {
  const host = Promise.withResolvers<Directive>();
  const execute = { next: 'execute' as const, turn: 1, calls: [pending('is not made'), pending('is made')] };
  const { asked, ended } = startLoop([
    ['callModel', () => execute],
    ['executePatch', () => ({ next: 'cancel' })],
    ['executePatch', () => host.promise],
    ['cancelRun', () => end],
  ]);
  await expect.poll(() => asked.length).toBe(3);
  host.resolve({ ...execute, made: true } as Directive);
  await ended;
  expect(asked.at(-1)).toEqual(['cancelRun', { seen: { turn: 1, made: ['is made'] } }]);
});

it('[tool-call.outcome-unknown.restored] has the call of a turn that is taken again made by its own activity, which knows that it was made before', async () => {
  const made_call = { turn: 1, tool_call_id: 'is made' };
  const execute = { next: 'execute' as const, turn: 1, calls: [pending('again')] };
  const { asked, ended } = startLoop([
    // The store was restored before the next turn.
    ['callModel', () => ({ next: 'turn', turn: 1, made_call }) as Directive],
    ['callModel', () => execute],
    ['executePatch', () => end],
  ]);
  await ended;
  expect(asked).toEqual([
    ['callModel', { turn: 1, makes_call: true }],
    ['callModel', { turn: 1 }],
    ['executePatch', { turn: 1, tool_call_id: 'again', made_before: 'turn' }],
  ]);
});

it('waits on, and lets nobody work again, if it looks again and finds the pause for which it waits', async () => {
  const letsNextWork = { ...pause, grant_turn_lock_to: 'next' };
  const { loop, asked, waits, ended } = startLoop([
    ['callModel', () => letsNextWork],
    ['readNext', () => letsNextWork],
    ['readNext', () => end],
  ]);
  for (const looks of [1, 2]) {
    await expect.poll(() => waits.length).toBe(looks);
    loop.lookAgain();
    const wait = waits.at(-1);
    wait?.resolve(wait.isOver());
  }
  await ended;
  const waiting = ['waitUntil', 60_000];
  const looking = ['readNext', {}];
  expect(asked.slice(1)).toEqual([['grantLock', 'next', undefined], waiting, looking, waiting, looking]);
});

it('looks at the store at once if it was told to before its pause', async () => {
  const { loop, asked, ended } = startLoop([
    ['callModel', () => (loop.lookAgain(), pause)],
    ['readNext', () => end],
  ]);
  await expect(ended).resolves.toEqual(end);
  expect(asked.slice(1)).toEqual([['readNext', {}]]);
});

it('[approval-policy.escalation] wakes during its pause when something is due, and then waits for what is due next', async () => {
  const wake_at = '2026-01-01T00:00:05.000Z';
  const later = { ...pause, wake_at: '2026-01-01T00:00:20.000Z' };
  const { asked, waits, ended } = startLoop([
    ['callModel', () => ({ ...pause, wake_at })],
    ['wakePause', () => later],
    ['wakePause', () => pause],
    ['expirePause', () => end],
  ]);
  for (const count of [1, 2, 3]) {
    await expect.poll(() => waits.length).toBe(count);
    waits.at(-1)?.resolve(false);
  }
  await expect(ended).resolves.toEqual(end);
  expect(asked.slice(1)).toEqual([
    ['waitUntil', 5000],
    ['wakePause', { tool_call_id: 'call', wake_at }],
    ['waitUntil', 20_000],
    ['wakePause', { tool_call_id: 'call', wake_at: later.wake_at }],
    ['waitUntil', 60_000],
    ['expirePause', { tool_call_id: 'call', expires_at: pause.expires_at }],
  ]);
});

it('ends its run, and lets the next one work, if an operator cancels its workflow', async () => {
  const { asked, waits, ended } = startLoop([
    ['callModel', () => pause],
    ['cancelRun', () => ({ ...end, grant_turn_lock_to: 'next', grant_version: 3 })],
  ]);
  await expect.poll(() => waits.length).toBe(1);
  waits[0]?.reject(new Cancellation());
  await ended;
  expect(asked.slice(-2)).toEqual([
    ['cancelRun', {}],
    ['grantLock', 'next', 3],
  ]);
});
