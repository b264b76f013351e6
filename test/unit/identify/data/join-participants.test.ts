import { describe, expect, it } from 'vitest';
import { joinParticipants, type Participant } from '#identify/build/join-participants.ts';

const usual = { name: (name: string) => name, place: (place: string) => place };

function participant(
  routingNumber: string,
  name: string,
  city: string,
  more: Partial<Participant> = {},
): Participant {
  const [isFederalReserve, takesWires, replacedBy, phone] = [false, false, '', `phone ${routingNumber}`];
  return { routingNumber, name, city, state: 'TX', phone, isFederalReserve, takesWires, replacedBy, ...more };
}

/** Which institution each number is of, as `number institution`. */
function institutionsOf(
  participants: Participant[],
  kept: { routing_number: string; institution: string }[] = [],
) {
  return joinParticipants(participants, kept, [], usual).map(
    (row) => `${row.routing_number} ${row.institution || `-> ${row.replaced_by}`}`,
  );
}

describe('numbers are one institution’s only where that is safe', () => {
  it('the same name, state and city are: spelling and N.A. do not matter', () => {
    const numbers = [
      participant('2', 'FARMERS & MERCHANTS BANK, N.A.', 'LONG BEACH'),
      participant('1', 'FARMERS AND MERCHANTS BANK', 'LONGBEACH'),
      participant('3', 'THE FARMERS AND MERCHANTS BANK NATIONAL ASSOCIATION', 'LONG BEACH'),
    ];
    expect(institutionsOf(numbers)).toEqual(['2 1', '1 1', '3 1']);
  });

  it('the same name in another city of the state is another institution, unless it has the same telephone', () => {
    const numbers = [
      participant('1', 'FIRST STATE BANK', 'ABERNATHY'),
      participant('2', 'FIRST STATE BANK', 'GRAHAM'),
      participant('3', 'FIRST STATE BANK', 'CHICO', { phone: '9405492265' }),
      participant('4', 'FIRST STATE BANK', 'GRAHAM', { phone: '9405492265' }),
    ];
    expect(institutionsOf(numbers)).toEqual(['1 1', '2 2', '3 2', '4 2']);
  });

  it('the same name in another state is another institution', () => {
    const numbers = [
      participant('1', 'CITY BANK', 'SALEM', { state: 'OR' }),
      participant('2', 'CITY BANK', 'SALEM', { state: 'VA' }),
    ];
    expect(institutionsOf(numbers)).toEqual(['1 1', '2 2']);
  });

  it('numbers beside one of the hand-kept table are of its institution; beside two, of neither', () => {
    const numbers = [participant('5', 'A BANK', 'WACO'), participant('7', 'A BANK', 'WACO')];
    const kept = { routing_number: '7', institution: '3' };
    expect(institutionsOf(numbers, [kept])).toEqual(['5 3', '7 3']);
    expect(institutionsOf(numbers, [kept, { routing_number: '5', institution: '4' }])).toEqual([
      '5 5',
      '7 5',
    ]);
  });
});

describe('numbers that were replaced', () => {
  it('lead to the end of their chain, and say nothing else', () => {
    const numbers = [
      participant('1', 'OLD', 'WACO', { replacedBy: '2' }),
      participant('2', 'NEW', 'WACO', { replacedBy: '3' }),
      participant('3', 'NEWEST', 'WACO'),
    ];
    const rows = joinParticipants(numbers, [], [], usual);
    expect(rows.find((row) => row.routing_number === '1')).toEqual({
      routing_number: '1',
      name: '',
      city: '',
      state: '',
      type: '',
      bic: '',
      institution: '',
      wire: '',
      replaced_by: '3',
    });
    expect(institutionsOf(numbers)).toEqual(['3 3', '1 -> 3', '2 -> 3']);
  });

  it.each([['1'], ['2'], ['9']])('a circle, or a way to nowhere (%s), is refused', (end) => {
    const numbers = [
      participant('1', 'A', 'WACO', { replacedBy: '2' }),
      participant('2', 'B', 'WACO', { replacedBy: end }),
    ];
    expect(() => joinParticipants(numbers, [], [], usual)).toThrow('replaced by an unknown number');
  });
});

describe('BICs', () => {
  const holder = { bic: 'CITYUS44', name: 'CITY BANK, N.A.', city: 'SALEM, VA' };
  const bicsOf = (participants: Participant[], holders: (typeof holder)[]) =>
    joinParticipants(participants, [], holders, usual).map(({ bic }) => bic);
  const bank = participant('1', 'CITY BANK', 'SALEM', { state: 'VA' });

  it('are those of the only holder of the same name and city', () => {
    expect(bicsOf([bank], [holder])).toEqual(['CITYUS44']);
    expect(bicsOf([bank], [holder, { ...holder, bic: 'CITYUS45' }])).toEqual(['']);
    expect(bicsOf([{ ...bank, state: 'OR' }], [holder])).toEqual(['']);
  });

  it('are not given to institutions of the hand-kept table, which says itself', () => {
    const rows = joinParticipants([bank], [{ routing_number: '1', institution: '1' }], [holder], usual);
    expect(rows.map(({ bic }) => bic)).toEqual(['']);
  });
});
