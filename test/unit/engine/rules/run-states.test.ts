import { describe, expect, it } from 'vitest';
import {
  closeReasons,
  modelErrorCodes,
  isTerminal,
  pausedState,
  pauseKinds,
  replyFinishes,
  runErrorCodes,
  runStates,
} from '#contract/run-state.ts';
import { type RunSituation, type RunTrigger, transition } from '#engine/rules/run-states.ts';

const situations: RunSituation[] = [
  { state: 'running' },
  { state: 'running', closing: 'expired' },
  { state: 'awaiting_input', pause: 'question' },
  { state: 'awaiting_input', pause: 'confirmation' },
  { state: 'awaiting_outcome', pause: 'outcome' },
  ...closeReasons.map((reason) => ({ state: 'closed', reason }) as const),
  ...runErrorCodes.map((error) => ({ state: 'failed', error }) as const),
];

const triggers: RunTrigger[] = [
  ...pauseKinds.flatMap((kind) => [{ type: 'pause', kind } as const, { type: 'resume', kind } as const]),
  ...closeReasons.map((reason) => ({ type: 'close', reason }) as const),
  ...runErrorCodes.map((error) => ({ type: 'fail', error }) as const),
];

/** Every move that is allowed (run.states.allowed-transitions). */
const allowed: [from: string, trigger: string, to: string][] = [
  ['running', 'pause question', 'awaiting_input question'],
  ['running', 'pause confirmation', 'awaiting_input confirmation'],
  ['running', 'pause outcome', 'awaiting_outcome outcome'],
  ...replyFinishes.map((reason): [string, string, string] => [
    'running',
    `close ${reason}`,
    `closed ${reason}`,
  ]),
  ['running', 'close handoff', 'closed handoff'],
  ['running', 'close cancelled', 'closed cancelled'],
  ...modelErrorCodes.map((code): [string, string, string] => ['running', `fail ${code}`, `failed ${code}`]),
  ['running', 'fail turn_limit', 'failed turn_limit'],
  ['running', 'fail credit_limit', 'failed credit_limit'],
  ['running', 'fail insufficient_credits', 'failed insufficient_credits'],
  ['running', 'fail invalid_args', 'failed invalid_args'],
  ['running', 'fail invalid_reply', 'failed invalid_reply'],
  ['running', 'fail internal_error', 'failed internal_error'],
  ['awaiting_input question', 'resume question', 'running'],
  ['awaiting_input question', 'close cancelled', 'closed cancelled'],
  ['awaiting_input question', 'close expired', 'closed expired'],
  ['awaiting_input question', 'fail internal_error', 'failed internal_error'],
  ['awaiting_input confirmation', 'resume confirmation', 'running'],
  // An approved call that could not be sent is held beside the others again.
  ['awaiting_input confirmation', 'pause confirmation', 'awaiting_input confirmation'],
  ['awaiting_input confirmation', 'close cancelled', 'closed cancelled'],
  ['awaiting_input confirmation', 'close expired', 'closed expired'],
  ['awaiting_input confirmation', 'fail internal_error', 'failed internal_error'],
  ['awaiting_outcome outcome', 'resume outcome', 'running'],
  ['awaiting_outcome outcome', 'close cancelled', 'closed cancelled'],
  ['awaiting_outcome outcome', 'close expired', 'closed expired'],
  ['awaiting_outcome outcome', 'fail internal_error', 'failed internal_error'],
];

/** A run whose held calls have expired works until the calls are made that were approved before. */
const closing = allowed
  .filter(([from]) => from === 'running')
  .map(([, by, to]): [string, string, string] => ['running expired', by, to]);
allowed.push(...closing, ['running expired', 'close expired', 'closed expired']);

/** The values of a situation or a trigger, side by side: `awaiting_input question`. */
const named = (value: object) => Object.values(value).join(' ');
const isAllowed = (from: RunSituation, trigger: RunTrigger) =>
  allowed.some(([start, by]) => start === named(from) && by === named(trigger));

describe('the states of a run', () => {
  it.each(allowed)('[run.states.allowed-transitions] lead from %s by %s to %s', (from, by, to) => {
    const situation = situations.find((candidate) => named(candidate) === from) as RunSituation;
    const trigger = triggers.find((candidate) => named(candidate) === by) as RunTrigger;
    expect(named(transition(situation, trigger) ?? {})).toBe(to);
  });

  const forbidden = situations.flatMap((from) =>
    triggers.filter((trigger) => !isAllowed(from, trigger)).map((trigger) => ({ from, trigger })),
  );

  it('[run.states.allowed-transitions] lead nowhere by anything else', () => {
    expect(forbidden).toHaveLength(situations.length * triggers.length - allowed.length);
    for (const { from, trigger } of forbidden) expect(transition(from, trigger)).toBeUndefined();
  });

  it('[run.states.terminal-is-final] closed and failed lead nowhere, whatever happens', () => {
    for (const from of situations.filter(({ state }) => isTerminal(state))) {
      for (const trigger of triggers) expect(transition(from, trigger)).toBeUndefined();
    }
  });

  it('[run.states.terminal-is-final] closed and failed alone are terminal', () => {
    expect(runStates.filter(isTerminal)).toEqual(['closed', 'failed']);
  });

  it('show a pause as the state it is awaited in', () => {
    expect(pauseKinds.map((kind) => [kind, pausedState(kind)])).toEqual([
      ['question', 'awaiting_input'],
      ['confirmation', 'awaiting_input'],
      ['outcome', 'awaiting_outcome'],
    ]);
  });
});
