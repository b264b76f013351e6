import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApprovalStage } from '#contract/approval-policy.ts';
import { addUp, allStages, canBeFulfilled } from '#engine/rules/policies/stages.ts';

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

describe('[approval-policy.apply.add-up] stages that hold a call together', () => {
  const board = { approvals: 1, group: 'board' };
  const signed = { approvals: 1, via: ['console' as const, 'token' as const] };

  it('are one where group and ways are the same, with the most approvals, and none is dropped', () => {
    expect(addUp([[{ approvals: 5 }], [board], [{ approvals: 2 }, { ...board, approvals: 2 }]])).toEqual([
      { approvals: 5 },
      { approvals: 2, group: 'board' },
    ]);
    const turned = { approvals: 3, via: ['token' as const, 'console' as const] };
    expect(addUp([[signed], [turned], [{ approvals: 1 }]])).toEqual([
      { ...signed, approvals: 3 },
      { approvals: 1 },
    ]);
    expect(addUp([[{ approvals: 1 }, { approvals: 1 }], [{ approvals: 1 }]])).toHaveLength(2);
  });

  it('are escalated only as both would be', () => {
    const escalated = { ...board, escalate_after: 60, escalate_to: 'team', remind_after: 30 };
    expect(addUp([[escalated], [board]])).toEqual([{ ...board, remind_after: 30 }]);
    expect(addUp([[escalated], [{ ...escalated, escalate_after: 90 }]])).toEqual([
      { ...escalated, escalate_after: 90 },
    ]);
  });

  it('are at least what each list asks for, whatever the lists are', () => {
    fc.assert(
      fc.property(fc.array(stages, { maxLength: 4 }), (lists) => {
        const all = addUp(lists);
        for (const list of lists) {
          // Each stage of a list has a stage of its own, as strict, in all.
          const left = [...all];
          for (const stage of list) {
            const at = left.findIndex(
              ({ group, approvals }) => group === stage.group && approvals >= stage.approvals,
            );
            expect(at).toBeGreaterThanOrEqual(0);
            left.splice(at, 1);
          }
        }
      }),
    );
  });

  it('of a whole policy are those of its rules and its limits', () => {
    const limit = { name: 'day', amount: '/amount', per: 'day', scope: 'workspace', max: '1' } as const;
    const rules = [{ name: 'all', then: 'hold' as const, stages: [{ approvals: 2 }] }];
    const policy = { rules, limits: [{ ...limit, then: 'hold' as const, stages: [board] }] };
    expect(allStages(policy)).toEqual([{ approvals: 2 }, board]);
  });
});
