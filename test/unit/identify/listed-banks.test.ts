import { expect, it } from 'vitest';
import { foldWords } from '#identify/fold-words.ts';
import { bicId } from '#identify/known-bank.ts';
import { idOf } from '#identify/to-bank.ts';
import { answerTo, data } from './ask.ts';
import { sampled } from './sampled.ts';

/** The list as a search sees it: the name and the words of each institution, by id. */
const listed = new Map(
  [...data.institution.rows()].map((row) => [
    idOf(row),
    { name: row.name, words: `${row.key.slice(0, row.key.indexOf('!'))}${row.words}` },
  ]),
);

/** The words of an institution that its row in the list cannot be found by. */
function missing(id: string, texts: string[]): string[] {
  const row = listed.get(id);
  if (row === undefined) return [`${id} is not listed`];
  return foldWords(texts.join(' ')).filter((word) => !row.words.includes(`-${word}`));
}

it('[identify.banks] every institution with a BIC or a code in IBANs is listed under its id and name, and found by each word of its name, its town and its BIC', () => {
  const wrong = [...data.bank.rows()].flatMap(({ id, name, short_name, city, bic }) => {
    const lost = missing(id, [name, short_name, city, bic]);
    return listed.get(id)?.name === name && lost.length === 0 ? [] : [[id, name, lost]];
  });
  expect(wrong).toEqual([]);
});

it('[identify.banks] every BIC, and every candidate of one, leads to a listed institution', () => {
  const wrong = [...data.bic.rows()].flatMap(({ bic, institution, others }) => {
    const ids = others === '' ? [institution === '' ? bicId(bic) : institution] : others.split(',');
    return ids.filter((id) => !listed.has(id));
  });
  expect(wrong).toEqual([]);
});

it('[identify.banks] lookups by BIC, sort code, routing number and IFSC give the id and the name of the list', () => {
  const bodies = [
    ...sampled(data.bic.rows()).map(({ bic }) => ({ bic })),
    ...sampled(data.sort_code.rows()).map(({ sort_code }) => ({ sort_code })),
    ...sampled(data.sort_code_range.rows()).map(({ from }) => ({ sort_code: from })),
    ...sampled(data.routing_number.rows()).map(({ routing_number }) => ({ routing_number })),
    ...sampled(data.fedach.rows()).map(({ routing_number }) => ({ routing_number })),
    ...sampled(data.ifsc_branch_range.rows()).map(({ from }) => ({ ifsc: from })),
  ];
  const wrong = bodies.flatMap((body) => {
    const { institution, candidates = [] } = answerTo(body);
    return [...(institution === undefined ? [] : [institution]), ...candidates]
      .filter(({ id, name }) => listed.get(id)?.name !== name)
      .map(({ id, name }) => [body, id, name]);
  });
  expect(wrong).toEqual([]);
});
