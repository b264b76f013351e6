import { expect, it } from 'vitest';
import { participantsIn, sepaParticipants } from '#identify/build/sepa-register.ts';

const register = [
  '"Country","ParticipantName","Address","City","BIC","Readiness Date","Scheme Leaving Date","Scheme Options"',
  '"XX","First  ""Old"" Bank","1 Street","Town","FRSTXX22","2010-01-01","",""',
  '"XX","Second Bank","2 Street","Town","SCNDXX22ABC","2010-01-01","",""',
  '"XX","Third Bank","3 Street","Town","THRDXX22XXX","2010-01-01","2020-01-01",""',
  '',
].join('\n');

it('[identify.disagreement] the SEPA register is read by the names of its columns, without participants that left', () => {
  expect(participantsIn(register)).toEqual([
    { bic: 'FRSTXX22XXX', name: 'First "Old" Bank' },
    { bic: 'SCNDXX22ABC', name: 'Second Bank' },
  ]);
});

it('[identify.disagreement] a file that is not the SEPA register is rejected', () => {
  expect(() => participantsIn('"Country","City"\n"XX","Town"')).toThrow(/no columns/);
});

it('[identify.disagreement] nothing is compared with the SEPA register unless its file is named', () => {
  expect(sepaParticipants()).toEqual([]);
});
