import * as fc from 'fast-check';
import { getExampleNumber, type CountryCode } from 'libphonenumber-js/mobile';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, it } from 'vitest';
import { numberPlan } from '#identify/mobile-money.ts';
import { answerTo, ask, data } from '../ask.ts';
import { hostileTexts } from '../hostile-texts.ts';

const plan = numberPlan(data);
const { countries, services } = plan;

/** Test numbers of pawaPay's documentation (docs.pawapay.io/v2/docs/test_numbers), and numbers of published ranges. */
it.each([
  ['+233241234567', 'GH', 'MTN Mobile Money'],
  ['+233201234567', 'GH', 'Telecel Cash'],
  ['+254712345678', 'KE', 'M-PESA'],
  ['+254733123456', 'KE', 'Airtel Money Kenya'],
  ['+256783456789', 'UG', 'MTN MoMo Uganda'],
  ['+250783456789', 'RW', 'MTN MoMo Rwanda'],
  ['+250733456789', 'RW', 'Airtel Money Rwanda'],
  ['+2250734567890', 'CI', "Orange Money Côte d'Ivoire"],
  ['+2250512345678', 'CI', "MTN MoMo Côte d'Ivoire"],
  ['+221774044436', 'SN', 'Orange Money Senegal'],
  ['+237671234567', 'CM', 'MTN MoMo Cameroon'],
  ['+260971234567', 'ZM', 'Airtel Money Zambia'],
  ['+201012345678', 'EG', 'Vodafone Cash'],
  ['+263771234567', 'ZW', 'EcoCash'],
  ['+251911234567', 'ET', 'telebirr'],
])('[identify.rail.momo] [identify.result.note] %s is of %s: %s', (phone_number, country, name) => {
  expect(answerTo({ phone_number })).toMatchObject({
    result: 'identified',
    rail: 'momo',
    reference: phone_number,
    country,
    institution: { name, type: 'mobile_money' },
    rails: ['momo'],
    confidence: 'prefix',
    note: 'The number may have been ported to another network.',
  });
});

it.each([
  ['0241234567', 'GH', '+233241234567'],
  ['024 123 4567', 'GH', '+233241234567'],
  ['024-123-4567', 'gh', '+233241234567'],
  ['(0712) 345 678', 'KE', '+254712345678'],
  ['+254 712 345678', 'KE', '+254712345678'],
])('[identify.rail.momo] %s with %s is %s', (phone_number, country, reference) => {
  expect(answerTo({ phone_number, country })).toMatchObject({ result: 'identified', reference });
});

it('[identify.rail.momo] a Nigerian service is the bank that it is by its bank code', () => {
  const { institution, rails } = answerTo({ phone_number: '+2348031234567' });
  expect(institution).toMatchObject({ id: 'ng_nip_120003', short_name: 'MoMo PSB', type: 'bank' });
  expect(rails).toEqual(['momo', 'nip']);
});

/** libphonenumber's example of a mobile number of each country. */
it.each([...countries])(
  '[identify.rail.momo] the example number of %s is one of a mobile network',
  (country) => {
    const phone_number = getExampleNumber(country as CountryCode, examples)?.number ?? '';
    const answer = answerTo({ phone_number });
    expect(answer.country).toBe(country);
    expect(answer.result).not.toBe('unsupported');
  },
);

it('every service has numbers that lead to it', () => {
  const rows = [...data.momo_prefix.rows()];
  const reached = rows.flatMap(({ prefix }) =>
    Array.from({ length: 10 }, (_, digit) => plan.holderOf(prefix.padEnd(12, String(digit)))),
  );
  const ids = services.map(({ institution }) => institution.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(reached.map((service) => service?.institution.id))).toEqual(new Set([...ids, undefined]));
});

/** Uganda gave 2567240 to Hamilton Telecom, the rest of 256724 to MTN. */
it('the longest prefix wins, also of a network without a service', () => {
  expect(plan.holderOf('256724123456')?.institution.id).toBe('ug_momo_mtn');
  expect(plan.holderOf('256724012345')).toBeUndefined();
});

it.each([['+27821234567'], ['+14155552671'], ['+4915112345678'], ['+390612345678']])(
  '[identify.result.unsupported] %s is of a country without a known service',
  (phone_number) => {
    const answer = answerTo({ phone_number });
    expect(answer).toMatchObject({ result: 'unsupported', reason: 'unsupported_country' });
    expect(answer).not.toHaveProperty('institution');
  },
);

it.each([
  ['+233302123456', 'a number of a fixed line'],
  ['+254747123456', 'a network without a service'],
])('[identify.result.not-found] %s is %s', (phone_number) => {
  expect(answerTo({ phone_number })).toMatchObject({ result: 'not_found', reason: 'unknown_institution' });
});

it.each([
  [{ phone_number: '' }, 'phone_number'],
  [{ phone_number: '0241234567' }, 'phone_number'],
  [{ phone_number: '233241234567' }, 'phone_number'],
  [{ phone_number: '+' }, 'phone_number'],
  [{ phone_number: '+233' }, 'phone_number'],
  [{ phone_number: '+2332412345678901' }, 'phone_number'],
  [{ phone_number: '+٢٣٣٢٤١٢٣٤٥٦٧' }, 'phone_number'],
  [{ phone_number: '+23324\u00001234567' }, 'phone_number'],
  [{ phone_number: '+233241234567;ext=1' }, 'phone_number'],
  [{ phone_number: 'GB29NWBK60161331926819' }, 'phone_number'],
  [{ phone_number: '+233241234567', country: 'KE' }, 'country'],
  [{ phone_number: '0241234567', country: 'ZZ' }, 'country'],
  [{ phone_number: '0241234567', country: 'AQ' }, 'phone_number'],
])('%j is refused for %s', (body, field) => {
  expect(ask(body)).toEqual({ refused: [field] });
});

it.each(hostileTexts.filter((text) => !text.startsWith('+')))('%j is refused', (phone_number) => {
  expect(ask({ phone_number })).toEqual({ refused: ['phone_number'] });
});

it('any text is answered or refused; only numbers of a known range are identified', () => {
  const digits = fc.stringMatching(/^\+(2\d{2}|20|27)\d{6,10}$/);
  const text = fc.oneof(
    digits,
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.stringMatching(/^[+\d ().-]{1,20}$/),
  );
  const country = fc.option(fc.constantFrom('GH', 'KE', 'NG', 'ZA', 'US', 'ZZ'), { nil: undefined });
  fc.assert(
    fc.property(text, country, (phone_number, country) => {
      const answer = ask({ rail: 'momo', phone_number, country });
      if ('refused' in answer || answer.result !== 'identified') return;
      expect(answer.reference).toMatch(/^\+[1-9]\d{6,14}$/);
      expect(plan.holderOf(answer.reference.slice(1))).toBeDefined();
    }),
  );
});
