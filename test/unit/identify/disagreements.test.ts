import { describe, expect, it } from 'vitest';
import { mayMean } from '#identify/build/same-bank.ts';
import { findIbanBank } from '#identify/iban-bank.ts';
import { loadIdentifyData } from '#identify/load.ts';
import { answerTo, data } from './ask.ts';

const { disagreement } = await loadIdentifyData(['disagreement']);
const rows = [...disagreement.rows()];

/** How sure an answer is about a code such as `iban:FR30003` or `bic:SOGEFRPP`. */
function confidenceOf(code: string): string | undefined {
  const [scheme, value = ''] = code.split(':');
  return scheme === 'bic'
    ? answerTo({ bic: value }).confidence
    : findIbanBank(value.slice(0, 2), value.slice(2), data)?.confidence;
}

describe('[identify.disagreement] codes under which another list names another bank', () => {
  it('are settled for one of two reasons, or open', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter(({ settled }) => !['', 'same', 'newer'].includes(settled))).toEqual([]);
  });

  it('have the names of today: after a change of one, run identify/build/cross-check.ts', () => {
    const ofCode = rows.filter(({ code }) => code.startsWith('iban:'));
    const stale = ofCode.filter(({ code, told, says }) => {
      const held = findIbanBank(code.slice(5, 7), code.slice(7), data);
      const { name = '', short_name = '' } = held?.known?.row ?? {};
      return name !== told || [name, short_name].some((one) => mayMean(says, one));
    });
    expect(stale).toEqual([]);
  });

  it('are never told as certain while they are open', () => {
    const open = rows.filter(({ settled }) => settled === '');
    expect(open.length).toBeGreaterThan(0);
    const certain = open.filter(({ code }) => confidenceOf(code) !== 'likely');
    expect(certain).toEqual([]);
  });

  it('are told as certain once they are settled, unless the registers themselves name several banks', () => {
    const settled = rows.filter((row) => row.settled !== '');
    const certain = settled.filter(({ code }) => confidenceOf(code) === 'exact');
    expect(certain.length).toBeGreaterThan(settled.length / 2);
  });
});
