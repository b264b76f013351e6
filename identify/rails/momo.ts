import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/mobile';
import { numberPlan } from '../mobile-money.ts';
import { normalize } from '../normalize.ts';
import { defineRail, malformed, type Reference } from '../rail.ts';

interface MobileNumber extends Reference {
  /** The number can be a mobile number, according to its country's numbering plan. */
  mobile: boolean;
}

/**
 * Mobile money: a phone number in E.164, or national with `country`. The operator is the one with the number's range,
 * by the longest prefix. A number that was ported to another network is still attributed to the first one, which is why
 * the confidence is `prefix`. `unsupported` is a country without a known service; `not_found` is a number that is not
 * mobile, or belongs to a network without a service.
 */
export const momo = defineRail<MobileNumber>({
  rail: 'momo',
  parse: (request) => {
    const number = readNumber(request.phone_number ?? '', request.country);
    if (number === undefined) {
      return malformed('phone_number', 'must be a phone number in E.164, or national with country');
    }
    const { country } = number;
    if (request.country !== undefined && country !== undefined && country !== request.country) {
      return malformed('country', 'is not the country of the phone number');
    }
    return { value: number.number, mobile: number.isValid(), ...(country === undefined ? {} : { country }) };
  },
  resolve: ({ value, country, mobile }, { data }) => {
    const plan = numberPlan(data);
    if (country === undefined || !plan.countries.has(country)) {
      return { result: 'unsupported', reason: 'unsupported_country' };
    }
    const service = mobile ? plan.holderOf(value.slice(1)) : undefined;
    return service ?? { result: 'not_found', reason: 'unknown_institution' };
  },
});

/** Only ASCII digits, and what people write between them, because the library would accept digits of any script. */
function readNumber(text: string, country: string | undefined): PhoneNumber | undefined {
  const number = normalize(text).replaceAll(/[().]/g, '');
  if (!/^\+?\d{4,15}$/.test(number)) return undefined;
  if (!number.startsWith('+') && (country === undefined || !isSupportedCountry(country))) return undefined;
  const region = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const parsed = parsePhoneNumberFromString(number, region);
  return parsed?.isPossible() === true ? parsed : undefined;
}
