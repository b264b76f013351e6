import { describe, expect, it } from 'vitest';
import { answerTo, data } from './ask.ts';
import { ibanOf } from './iban-of.ts';

describe('[identify.closed-code] codes that the Bundesbank deleted', () => {
  it('are told as closed, with the bank that has their BIC today, and without a charge', () => {
    for (const { code, now } of data.closed_code.rows()) {
      const answer = answerTo({ iban: ibanOf('DE', `${code.slice(2)}0123456789`) });
      expect(answer).toMatchObject({ result: 'not_found', reason: 'closed_institution', country: 'DE' });
      expect(answer.candidates?.map(({ id }) => id)).toEqual(now === '' ? undefined : [now]);
    }
  });

  it('are not those of banks of today', () => {
    const held = [...data.closed_code.rows()].filter(({ code }) => data.iban_bank.find(code) !== undefined);
    expect(held).toEqual([]);
    expect(data.closed_code.find('DE10030600')).toMatchObject({ former: 'North Channel Bank' });
  });
});
