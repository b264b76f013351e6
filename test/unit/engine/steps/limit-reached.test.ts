import { expect, it } from 'vitest';
import type { RunAgent } from '#engine/ports/agents.ts';
import type { Funds } from '#engine/ports/funds.ts';
import { limitReached, readAhead } from '#engine/steps/limit-reached.ts';
import { later, now, run } from '../../../support/rules/documents.ts';

const agent = { limits: { max_turns: 9, pause_ttl_seconds: 60 } } as RunAgent;
const working = run({ turn_count: 1 });

/** The funds of a workspace, read as often as there are answers. */
function fundsWith(...answers: (number | Error)[]) {
  const left = [...answers];
  const available = async () => {
    const answer = left.shift();
    if (answer === undefined) throw new Error('they are read too often');
    return answer instanceof Error ? await Promise.reject(answer) : await Promise.resolve(answer);
  };
  const none = async () => await Promise.resolve(0);
  const funds = {
    available,
    heldByPausedRuns: none,
    isBudgetSpent: async () => await Promise.resolve(false),
  };
  let at = now;
  return {
    funds: funds as unknown as Funds,
    clock: { now: () => at },
    pass: (seconds: number) => {
      at = later(seconds);
    },
    left,
  };
}

it('[money.runs-out] a run goes on while its workspace has credits, read once, ahead of the turn or for it', async () => {
  const rich = fundsWith(1, 1);
  expect(await limitReached(rich, working, agent)).toBeUndefined();
  expect(await limitReached(rich, working, agent, readAhead(rich, 'workspace'))).toBeUndefined();
  const poor = fundsWith(0, 0);
  expect(await limitReached(poor, working, agent)).toBe('insufficient_credits');
  expect(await limitReached(poor, working, agent, readAhead(poor, 'workspace'))).toBe('insufficient_credits');
});

it('[money.runs-out] what was read ahead is read again if it is old by then, or could not be read', async () => {
  const spent = fundsWith(1, 0);
  const creditsLeft = readAhead(spent, 'workspace');
  spent.pass(2);
  expect(await limitReached(spent, working, agent, creditsLeft)).toBe('insufficient_credits');
  const away = fundsWith(new Error('the store is away'), 1);
  expect(await limitReached(away, working, agent, readAhead(away, 'workspace'))).toBeUndefined();
  expect(away.left).toEqual([]);
});
