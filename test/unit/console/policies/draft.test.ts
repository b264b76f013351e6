import { describe, expect, it } from 'vitest';
import {
  draftText,
  readDraft,
  withMember,
  withVerdict,
} from '#console/pages/approval-policies/editor/model/draft.ts';
import { holdWords } from '#console/pages/approval-policies/editor/model/words.ts';
import { linesOf, numberOrText, valuesOf } from '#console/pages/approval-policies/editor/model/texts.ts';

describe('[console.policies] a draft', () => {
  it('keeps what the form does not know, through a change beside it', () => {
    const text = '{"key":"a","checks":[{"identify":"/to"}],"rules":[{"name":"x","then":"hold","new":1}]}';
    const read = readDraft(text);
    if (!('draft' in read)) throw new Error(read.fault);
    const { draft } = read;
    const changed = { ...draft, rules: draft.rules.map((rule) => withMember(rule, 'name', 'y')) };
    expect(JSON.parse(draftText(changed))).toEqual(JSON.parse(text.replace('"x"', '"y"')));
    expect(Object.keys(withMember({ a: 1, b: 2 }, 'a', 3))).toEqual(['a', 'b']);
    expect(withMember({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
  });

  it.each([
    ['{"rules":', /JSON/],
    ['[]', /object/],
    ['{"rules":{}}', /rules/],
    ['{"rules":[],"limits":[1]}', /limits/],
    ['{"rules":[{"stages":"two"}]}', /stages/],
    [`{"rules":[{"ttl_seconds":${'9'.repeat(400)}}]}`, /more digits/],
    ['{"rules":[{"ttl_seconds":12345678901234567890}]}', /more digits.*ttl_seconds/],
    ['{"rules":[],"rules":[{}]}', /twice/],
  ])('that the form cannot show says why: %s', (text, fault) => {
    expect(readDraft(text)).toEqual({ fault: expect.stringMatching(fault) });
  });

  it('that no longer holds says nothing of how', () => {
    const held = { name: 'x', then: 'hold', stages: [{ approvals: 2 }], require_digest: true, max: '5' };
    const names = ['stages', 'exclude_subject', 'require_digest'];
    expect(withVerdict(held, 'deny', names)).toEqual({ name: 'x', then: 'deny', max: '5' });
    expect(withVerdict(held, 'hold', names)).toEqual(held);
  });

  it('says of a rule and of a limit who may not decide, and what a decision has to carry', () => {
    const anybody = 'One approval by anybody who may decide';
    expect(holdWords({ exclude_subject: false })).toEqual([anybody]);
    expect(holdWords({ exclude_subject: true, require_digest: true })).toEqual([
      anybody,
      'The subject may not approve its own call',
      'A decision must carry the digest',
    ]);
  });

  it('[gate.cooling.shown] says how long an approved call can be withdrawn or rejected', () => {
    const stages = [{ approvals: 2, group: 'finance', undo_seconds: 60 }];
    expect(holdWords({ stages, cooling_off_seconds: 86_400 })).toEqual([
      '2 approvals of the group finance; can be undone for 1 min',
      'Not sent before 1 d after it was held: until then it can be withdrawn or rejected',
    ]);
  });

  it('takes values line by line, and no text for a number', () => {
    const values = ['KP', 'DE89 3704', '12', 12, true, 'true', null, ' x', '', '"q"', 'a\nb', '1e5', '[1]'];
    expect(valuesOf(linesOf(values))).toEqual(values);
    expect(valuesOf('KP\n\n  IR \n12345678901234567890')).toEqual(['KP', 'IR', '12345678901234567890']);
    expect(['12.5', ' 7 ', '', '1e', '0x1'].map(numberOrText)).toEqual([12.5, 7, undefined, '1e', '0x1']);
  });
});
