import { expect, it } from 'vitest';
import { FollowedCalls } from '#workflows/run/followed-calls.ts';

const execute = (turn: number) => ({ next: 'execute' as const, turn, calls: [] });
const take = (turn: number) => ({ next: 'turn' as const, turn });

it('[tool-call.outcome-unknown.restored] a workflow knows which calls it has seen made, and that earlier turns are over', () => {
  const calls = new FollowedCalls();
  expect(calls.seen).toBeUndefined();
  calls.follow(take(1));
  calls.follow(execute(1));
  expect(calls.madeBefore(1, 'a')).toBeUndefined();
  calls.noteMade(1, 'a');
  expect([calls.madeBefore(1, 'a'), calls.madeBefore(1, 'b')]).toEqual(['call', undefined]);
  calls.follow(take(2));
  calls.follow(execute(2));
  expect([calls.madeBefore(1, 'b'), calls.madeBefore(2, 'c')]).toEqual(['turn', undefined]);
});

it('[tool-call.outcome-unknown.restored] a turn that is taken again although its calls were made counts as over', () => {
  const calls = new FollowedCalls();
  calls.follow(execute(3));
  // Its provider has failed, or another run was ahead.
  calls.follow(take(3));
  expect(calls.madeBefore(3, 'a')).toBeUndefined();
  calls.noteMade(3, 'a');
  calls.follow(take(3));
  calls.follow(execute(3));
  expect(calls.madeBefore(3, 'again')).toBe('turn');
});

it('[tool-call.outcome-unknown.restored] a turn that is taken again by the activity of an earlier call makes no call that it may have made before', () => {
  const calls = new FollowedCalls();
  calls.follow(execute(2));
  calls.noteMade(2, 'a');
  // The store was restored. The activity of the call of turn 1 also takes turn 2.
  calls.follow(execute(1));
  calls.follow(execute(2));
  expect(calls.madeBefore(2, 'again')).toBe('turn');
  calls.follow(execute(3));
  expect(calls.madeBefore(3, 'new')).toBeUndefined();
});

it('[tool-call.outcome-unknown.restored] what was seen survives continue-as-new', () => {
  const calls = new FollowedCalls();
  calls.follow(execute(2));
  calls.noteMade(2, 'a');
  expect(calls.seen).toEqual({ turn: 2, made: ['a'] });
  const next = new FollowedCalls(calls.seen);
  expect([next.madeBefore(2, 'a'), next.madeBefore(1, 'x')]).toEqual(['call', 'turn']);
});

it('[tool-call.outcome-unknown.restored] a call that was made with its turn counts as made, though nobody directed the workflow to make it', () => {
  const calls = new FollowedCalls();
  calls.follow(take(1));
  calls.noteMadeWithTurn({ turn: 1, tool_call_id: 'a' });
  expect(calls.seen).toEqual({ turn: 1, made: ['a'] });
  calls.follow(take(2));
  expect(calls.wereMade(2)).toBe(false);
  // The store was restored.
  calls.follow(take(1));
  expect(calls.wereMade(1)).toBe(true);
  expect(calls.madeBefore(1, 'again')).toBe('turn');
});

it('[tool-call.outcome-unknown.restored] the calls of a turn that is over, or may have been made, are not made with it again', () => {
  const calls = new FollowedCalls();
  calls.follow(take(1));
  calls.noteMadeWithTurn({ turn: 1 });
  calls.follow(take(1));
  expect([calls.wereMade(1), calls.wereMade(2)]).toEqual([true, false]);
  expect(calls.madeBefore(1, 'again')).toBe('turn');
});
