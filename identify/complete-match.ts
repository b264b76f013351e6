import type { Institution } from '#contract/identify.ts';
import type { PaymentRail } from '#contract/payment-rail.ts';
import type { IdentifyData } from './data/tables.ts';
import { findBank, idOfBic, type KnownBank, railsOf } from './known-bank.ts';
import { orderRails } from './payment-rails.ts';
import type { Match } from './match.ts';

/** Institutions as answers have them, by what stands for them. */
const completed = new WeakMap<object, Pick<Answered, 'institution' | 'rails' | 'rails_source'>>();

/** Rails that a directory of sort codes lists code by code. */
const clearing: ReadonlySet<PaymentRail> = new Set(['bacs', 'faster_payments', 'chaps']);

/** The parts of a match that answers show. */
export type Answered = Omit<Match, 'id' | 'directory' | 'holder' | 'isComplete'> & {
  /** Rails that are open to institutions of the country, where no list says whether this one takes part. */
  rails_unknown?: PaymentRail[];
};

/**
 * Adds what the table bank knows about the institution of a match, so that an answer is the same for every reference that
 * leads there: its id, name, group and payment rails. An imported directory keeps its name for the institution, and which of
 * the British clearing systems reach a sort code.
 */
export function completeMatch(match: Match, data: IdentifyData): Answered {
  const { holder, directory, isComplete, institution } = match;
  if (holder !== undefined) {
    const { branch } = institution;
    const known = completed.get(holder) ?? completeHolder(match, holder, data);
    const own = branch === undefined ? known : { ...known, institution: { ...known.institution, branch } };
    return show(match, own);
  }
  if (isComplete === true) return show(match, match);
  if (directory !== undefined) return completeImported(show(match, match), directory, data, match.id);
  return completeFrom(show(match, match), bankOf(institution, data));
}

/** A match without what answers do not show. Each field by its name, because copying the rest of an object takes longer. */
function show(
  { country, confidence, source, note, candidates }: Match,
  { institution, rails, rails_source }: Pick<Answered, 'institution' | 'rails' | 'rails_source'>,
): Answered {
  const answered: Answered = { institution, country, rails, confidence, source };
  if (rails_source !== undefined) answered.rails_source = rails_source;
  if (note !== undefined) answered.note = note;
  if (candidates !== undefined) answered.candidates = candidates;
  return answered;
}

/** The institution in the table bank: under another id than its own if its BIC is that of a part. */
function bankOf({ id, bic }: Institution, data: IdentifyData): KnownBank | undefined {
  return findBank(id, data) ?? (bic === undefined ? undefined : findBank(idOfBic(bic, data), data));
}

/** Completes what is the same in every answer about a holder, and keeps it. */
function completeHolder(match: Match, holder: object, data: IdentifyData) {
  const { branch: _, ...institution } = match.institution;
  const made = completeFrom(show(match, { ...match, institution }), bankOf(institution, data));
  const { rails, rails_source } = made;
  const kept = {
    institution: made.institution,
    rails,
    ...(rails_source === undefined ? {} : { rails_source }),
  };
  completed.set(holder, kept);
  return kept;
}

function completeFrom(answered: Answered, bank: KnownBank | undefined): Answered {
  if (bank === undefined) return withSource(answered);
  const takesNoWires = answered.country === 'US' && !answered.rails.includes('wire');
  return {
    ...answered,
    ...railsOf(bank),
    // A routing number that Fedwire does not list takes no wires, though its bank does by others.
    ...(takesNoWires ? { rails: bank.rails.filter((rail) => rail !== 'wire') } : {}),
    institution: withFacts(answered.institution, bank),
  };
}

/** An institution with its codes and branch from the reference, and everything else from the table bank. */
function withFacts({ codes, branch, short_name, bic }: Institution, { institution }: KnownBank): Institution {
  const name = short_name === institution.name ? undefined : short_name;
  return {
    ...institution,
    codes,
    ...(name === undefined ? {} : { short_name: name }),
    ...(bic === undefined ? {} : { bic }),
    ...(branch === undefined ? {} : { branch }),
  };
}

/** The id of the institution of an imported row: the built-in one's, if the tables know it. */
export function importedId(
  { id, institution }: { id?: string | undefined; institution: Institution },
  data: IdentifyData,
): string {
  if (id !== undefined) return id;
  return institution.bic === undefined ? institution.id : idOfBic(institution.bic, data);
}

function completeImported(
  match: Answered,
  directory: string,
  data: IdentifyData,
  given: string | undefined,
): Answered {
  const id = importedId({ ...match, id: given }, data);
  const bank = findBank(id, data);
  if (bank === undefined) return withSource({ ...match, institution: { ...match.institution, id } });
  const rails = bank.rails.filter((rail) => directory !== 'eiscd' || !clearing.has(rail));
  const { network, previous_ids } = bank.institution;
  return {
    ...match,
    ...railsOf(bank),
    rails: orderRails([...match.rails, ...rails]),
    institution: {
      ...match.institution,
      id,
      ...(network === undefined ? {} : { network }),
      ...(previous_ids === undefined ? {} : { previous_ids }),
    },
  };
}

function withSource(match: Answered): Answered {
  return match.rails.length === 0 ? match : { ...match, rails_source: match.rails_source ?? 'register' };
}
