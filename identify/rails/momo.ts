import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
  validatePhoneNumberLength,
} from 'libphonenumber-js/mobile';
import { numberPlan } from '../mobile-money.ts';
import { defineRail, type Malformed, malformed, type Reference } from '../rail.ts';
import { unknownCountry } from '../reference-faults.ts';

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
    const text = request.phone_number ?? '';
    const fault = request.country === undefined ? undefined : unknownCountry('country', request.country);
    if (fault !== undefined) return fault;
    const number = readNumber(text, request.country);
    if (number === undefined) return notANumber(text, request.country);
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

function readNumber(number: string, country: string | undefined): PhoneNumber | undefined {
  if (!/^\+?\d{4,15}$/.test(number)) return undefined;
  if (!number.startsWith('+') && (country === undefined || !isSupportedCountry(country))) return undefined;
  const region = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const parsed = parsePhoneNumberFromString(number, region);
  return parsed?.isPossible() === true ? parsed : undefined;
}

function notANumber(text: string, country: string | undefined): Malformed {
  const form = 'must be a phone number in E.164, or national with country';
  if (/[A-Z]/.test(text)) return malformed('phone_number', form, 'bad_character');
  const region = country !== undefined && isSupportedCountry(country) ? country : undefined;
  if (region === undefined && !text.startsWith('+')) return malformed('phone_number', form);
  switch (validatePhoneNumberLength(text, region)) {
    case 'TOO_SHORT':
    case 'NOT_A_NUMBER':
      return malformed('phone_number', 'has too few digits for its country', 'too_short');
    case 'TOO_LONG':
      return malformed('phone_number', 'has too many digits for its country', 'too_long');
    default:
      return malformed('phone_number', form);
  }
}
