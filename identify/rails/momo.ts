import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/mobile';
import { numberPlan } from '../mobile-money.ts';
import { normalize } from '../normalize.ts';
import { defineRail, malformed, type Reference } from '../rail.ts';

interface MobileNumber extends Reference {
  /** The number can be one of a mobile network, by its country's numbering plan. */
  mobile: boolean;
}

/**
 * Mobile money: a phone number in E.164, or national with `country`. The operator is the one that holds the number's
 * range, by the longest prefix: a number that was ported to another network is still told as the first one's, which is
 * why the confidence is `prefix`. `unsupported` is a country of which no service is known; `not_found`, a number that is
 * no mobile one, or of a network without a service.
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

/** Only ASCII digits, and what people put between them: the library would take digits of any script. */
function readNumber(text: string, country: string | undefined): PhoneNumber | undefined {
  const number = normalize(text).replaceAll(/[().]/g, '');
  if (!/^\+?\d{4,15}$/.test(number)) return undefined;
  if (!number.startsWith('+') && (country === undefined || !isSupportedCountry(country))) return undefined;
  const region = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const parsed = parsePhoneNumberFromString(number, region);
  return parsed?.isPossible() === true ? parsed : undefined;
}
