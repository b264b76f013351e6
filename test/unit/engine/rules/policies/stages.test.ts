import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApprovalStage } from '#contract/approval-policy.ts';
import { canBeFulfilled, isStricter, strictestOf } from '#engine/rules/policies/stages.ts';

const actors = ['ada', 'bo', 'cy', 'di', 'ed'];
const groups = ['finance', 'risk', 'board'];
const stage: fc.Arbitrary<ApprovalStage> = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(undefined, ...groups))
  .map(([approvals, group]) => ({ approvals, ...(group === undefined ? {} : { group }) }));
const stages = fc.array(stage, { minLength: 1, maxLength: 4 });
const members = fc
  .tuple(...groups.map(() => fc.subarray(actors)))
  .map((lists) => new Map(groups.map((group, index) => [group, lists[index] ?? []])));

/** Tries all ways to give each place of a group's stage an actor who has none yet. */
function canBeFilled(places: string[], of: ReadonlyMap<string, string[]>, used: Set<string>): boolean {
  const [group, ...rest] = places;
  if (group === undefined) return true;
  return (of.get(group) ?? []).some(
    (actor) => !used.has(actor) && canBeFilled(rest, of, new Set([...used, actor])),
  );
}

describe('[approval-policy.publish.groups] stages', () => {
  it('can be fulfilled if and only if each place has a member of its own', () => {
    fc.assert(
      fc.property(stages, members, (all, of) => {
        const places = all.flatMap(({ approvals, group }) =>
          group === undefined ? [] : Array.from({ length: approvals }, () => group),
        );
        expect(canBeFulfilled(all, of)).toBe(canBeFilled(places, of, new Set()));
      }),
    );
  });

  it('of two groups with the same one member cannot both be fulfilled', () => {
    const both = [
      { approvals: 1, group: 'finance' },
      { approvals: 1, group: 'risk' },
    ];
    const same = new Map([
      ['finance', ['ada']],
      ['risk', ['ada']],
    ]);
    expect(both.map((each) => canBeFulfilled([each], same))).toEqual([true, true]);
    expect(canBeFulfilled(both, same)).toBe(false);
  });
});

describe('[approval-policy.apply.strictest] of two lists of stages', () => {
  it('the one with more stages is stricter, and of as many the one with more approvals', () => {
    const one = [{ approvals: 5 }];
    const two = [{ approvals: 1 }, { approvals: 1 }];
    const more = [{ approvals: 1 }, { approvals: 2 }];
    expect(isStricter(two, one)).toBe(true);
    expect(isStricter(one, two)).toBe(false);
    expect(isStricter(more, two)).toBe(true);
    expect(isStricter(two, two)).toBe(false);
  });

  it('the strictest of a policy is looked for in its rules and its limits', () => {
    const limit = { name: 'day', amount: '/amount', per: 'day', scope: 'workspace', max: '1' } as const;
    const rules = [{ name: 'all', then: 'hold', stages: [{ approvals: 2 }] }] as const;
    const two = [{ approvals: 1 }, { approvals: 1 }];
    expect(
      strictestOf({
        rules: [{ ...rules[0], stages: [...rules[0].stages] }],
        limits: [{ ...limit, then: 'hold', stages: two }],
      }),
    ).toEqual(two);
    expect(strictestOf({ rules: [{ name: 'all', then: 'allow' }] })).toEqual([{ approvals: 1 }]);
  });
});
