import { withoutSeparators } from '#contract/account-text.ts';
import { rails } from '#contract/rail.ts';
import type { IdentifyRequest } from '#contract/identify.ts';
import type { IdentifyData } from '../data/tables.ts';
import { findIbanBank } from '../iban-bank.ts';
import { railReaders } from '../rails.ts';

/** Longer texts are no code. */
const longestCode = 40;

/** The institution of a code, as the list names it. */
export interface CodeHolder {
  id: string;
  name: string;
}

/** The institutions that lookups of a text would give, if it is a whole BIC, IBAN, sort code, IFSC, routing number or bank code. */
export function holdersOfCode(text: string, data: IdentifyData): CodeHolder[] {
  if (text.length > longestCode) return [];
  const code = withoutSeparators(text);
  if (!/^[A-Z0-9]{2,34}$/.test(code) || !/\d|^[A-Z]{8}$|^[A-Z]{11}$/.test(code)) return [];
  const found = new Map<string, CodeHolder>();
  for (const request of requestsFor(code)) {
    const reference = railReaders[request.rail].read(request, data);
    if ('malformed' in reference) continue;
    const match = reference.resolve([]);
    // The beginning of a code names its bank, but most texts of six digits begin like one.
    if (!('institution' in match) || (match.confidence === 'prefix' && request.rail !== 'swift')) continue;
    const { id, name } = match.institution;
    found.set(id, { id, name });
  }
  for (const { country, bank } of data.iban_country.rows()) {
    const [from, to] = bank.split('-').map(Number);
    if (from === undefined || to === undefined || to - from !== code.length) continue;
    const known = data.iban_bank.find(country + code) && findIbanBank(country, code, data)?.known;
    if (known !== undefined) found.set(known.row.id, known.row);
  }
  return [...found.values()];
}

function* requestsFor(code: string): Generator<IdentifyRequest> {
  yield { rail: 'swift', bic: code };
  yield { rail: 'iban', iban: code };
  yield { rail: 'ifsc', ifsc: code };
  yield { rail: 'sort_code', sort_code: code };
  if (/^\d{9}$/.test(code)) yield { rail: 'routing_number', routing_number: code };
  for (const rail of rails) {
    if (rail.endsWith('_bank')) yield { rail, bank_code: code };
  }
}
