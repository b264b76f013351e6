import { describe, expect, it } from 'vitest';
import { listBanks } from '#identify/banks.ts';
import { isDistinctive } from '#identify/build/same-bank.ts';
import { answerTo, data } from './ask.ts';
import { ibanOf } from './iban-of.ts';

const french = (bank: string) => {
  const key = 97 - ((89 * Number(bank) + 15) % 97);
  return ibanOf('FR', `${bank}0000100000000000${String(key).padStart(2, '0')}`);
};
const german = (bank: string) => ibanOf('DE', bank.padEnd(18, '0'));

describe('[identify.institution.one-bank] a national code names its own bank, whatever BIC it shares', () => {
  it.each([
    ['FR7630003000010000000000128', 'fr_bic_sogefrpp', 'Société Générale'],
    [french('17515'), 'fr_bank_code_17515', "Caisse d'Epargne et de Prevoyance Ile-de-France"],
    [french('16275'), 'fr_bank_code_16275', "Caisse d'Epargne et de Prevoyance Hauts de France"],
    [french('10207'), 'fr_bank_code_10207', 'Banque Populaire Rives de Paris'],
    [french('16807'), 'fr_bank_code_16807', 'Banque Populaire Auvergne Rhone Alpes'],
    [french('14607'), 'fr_bank_code_14607', 'Banque Populaire Mediterranee'],
    [french('13485'), 'fr_bank_code_13485', 'Caisse Epargne Prevoyance Languedoc Roussillon'],
    [french('14265'), 'fr_bank_code_14265', 'Caisse Epargne Prevo Loire Drome Ardeche'],
    [french('17807'), 'fr_bank_code_17807', 'Banque Populaire Occitane'],
    [french('13507'), 'fr_bank_code_13507', 'Banque Populaire du Nord'],
    [french('10807'), 'fr_bank_code_10807', 'Banque Populaire Bourgogne Franche-Comte'],
    [french('30087'), 'fr_bank_code_30087', 'CIC Est'],
    ['HU42117730161111101800000000', 'hu_bic_otpvhuhb', 'OTP Bank Nyrt.'],
    [german('70190000'), 'de_bank_code_70190000', 'Münchner Bank'],
    [german('75090000'), 'de_bank_code_75090000', 'Volksbank Raiffeisenbank Regensburg-Schwandorf'],
    [german('79090000'), 'de_bank_code_79090000', 'Volksbank Raiffeisenbank Würzburg'],
    [german('71160000'), 'de_bank_code_71160000', 'meine Volksbank Raiffeisenbank'],
    [german('76069449'), 'de_bank_code_76069449', 'Raiffeisen - meine Bank'],
    [german('28062249'), 'de_bank_code_28062249', 'Vereinigte Volksbank'],
    [german('67292200'), 'de_bank_code_67291900', 'Volksbank Kraichgau'],
    [german('54050220'), 'de_bank_code_54050220', 'Sparkasse Kaiserslautern'],
    [german('20069144'), 'de_bank_code_20069144', 'Raiffeisenbank Seestermühe'],
    [german('60069817'), 'de_bank_code_60069817', 'Raiffeisenbank Mötzingen'],
    [german('76090900'), 'de_bank_code_76090900', 'PSD Bank Nürnberg'],
    [german('12030000'), 'de_bank_code_12030000', 'Deutsche Kreditbank Berlin'],
    [ibanOf('ES', '30230001800000000000'), 'es_bank_code_3023', 'Caja R. de Granada, S.C.C.'],
    ['IT47H0832703200000000000123', 'it_bank_code_08327', 'Banca di Credito Cooperativo di Roma'],
    [ibanOf('AT', '3423400000000000'), 'at_bank_code_34234', 'Raiffeisenbank Wels eGen'],
    [ibanOf('IL', '0108000000000000000'), 'il_bic_lumiilit', 'Bank Leumi'],
    [ibanOf('IL', '0128000000000000000'), 'il_bic_poalilit', 'Bank Hapoalim'],
    [ibanOf('IL', '0118000000000000000'), 'il_bic_idblilit', 'Israel Discount Bank'],
  ])('%s is %s, %s', (iban, id, name) => {
    expect(answerTo({ iban })).toMatchObject({ confidence: 'exact', institution: { id, name } });
  });

  it.each([
    ['GENODEF1M01', 'de_bank_code_70190000'],
    ['BYLADEM1001', 'de_bank_code_12030000'],
    ['BCOEESMM023', 'es_bank_code_3023'],
    ['RZOOAT2L680', 'at_bank_code_34234'],
    ['RZOOAT2L', 'at_bank_code_34000'],
    ['BCOEESMMXXX', 'es_bank_code_0198'],
  ])('the BIC %s leads to %s', (bic, id) => {
    expect(answerTo({ bic })).toMatchObject({ confidence: 'exact', institution: { id } });
  });

  it('a network is a field, and the id that many banks shared is told', () => {
    expect(answerTo({ bic: 'GENODEF1M01' }).institution).toMatchObject({
      network: 'Genossenschaftsbanken',
      previous_ids: ['de_bic_genodef1'],
    });
    expect(answerTo({ iban: french('17515') }).institution?.network).toBe("Caisses d'Epargne");
    expect(answerTo({ iban: french('10278') }).institution?.network).toBe('Crédit Mutuel');
  });

  it('codes of a network with several BICs are one bank only if its name has a place or another word of its own', () => {
    const codes = Map.groupBy(data.iban_bank.rows(), ({ institution }) => institution);
    const shared = [...data.bank.rows()].filter(({ id, network }) => {
      const bics = new Set((codes.get(id) ?? []).map(({ bic }) => bic).filter((bic) => bic.length === 11));
      return network !== '' && bics.size > 1;
    });
    expect(shared.length).toBeGreaterThan(10);
    expect(shared.filter(({ name }) => !isDistinctive(name))).toEqual([]);
  });

  it('every id of a bank with a code of its own belongs to one name', () => {
    const names = Map.groupBy(data.bank.rows(), ({ id }) => id);
    expect([...names.values()].filter((rows) => rows.length > 1)).toEqual([]);
  });
});

describe('[identify.institution.one-bank] [identify.result.rails] a British IBAN is of the holder of its sort code', () => {
  it.each([
    ['SRLG', '608371', 'gb_bic_srlggb2l', 'exact'],
    ['BOFS', '800000', 'gb_bic_bofsgb2s', 'exact'],
    ['HLFX', '110001', 'gb_bic_bofsgb2s', 'exact'],
    ['TRWI', '231470', 'gb_bic_trwigb22', 'exact'],
    ['REVO', '040075', 'gb_bic_revogb21', 'exact'],
    ['RBOS', '830001', 'gb_bic_rbosgb2l', 'range'],
    ['LOYD', '770001', 'gb_bic_loydgb2l', 'exact'],
    ['TSBS', '770001', 'gb_bic_tsbsgb2a', 'exact'],
  ])('%s %s', (letters, sort_code, id, confidence) => {
    const byIban = answerTo({ iban: ibanOf('GB', `${letters}${sort_code}12345678`) });
    expect(byIban).toMatchObject({ confidence, institution: { id } });
    expect(byIban.candidates).toBeUndefined();
    const bySortCode = answerTo({ sort_code });
    const named = [bySortCode.institution, ...(bySortCode.candidates ?? [])].map((one) => one?.id);
    expect(named).toContain(id);
    expect(byIban.rails).toEqual(answerTo({ bic: byIban.institution?.bic }).rails);
  });

  it('whose BIC begins like its bank code: otherwise the sort code was passed on', () => {
    expect(answerTo({ iban: ibanOf('GB', 'MIDL40000012345678') })).toMatchObject({
      institution: { id: 'gb_bic_midlgb22' },
    });
  });
});

describe('[identify.result.likely] what is not sure is told', () => {
  it('a BIC that hundreds of banks share names none of them, and is not charged', () => {
    for (const bic of ['GENODEF1', 'BYLADEM1', 'GENODEF1ZZZ']) {
      const answer = answerTo({ bic });
      expect(answer).toMatchObject({ result: 'not_found', reason: 'ambiguous', confidence: 'candidates' });
      expect(answer.candidates).toHaveLength(5);
    }
  });

  it('a code that several banks may hold is likely the first of at most five', () => {
    const answer = answerTo({ sort_code: '77-00-01' });
    expect(answer).toMatchObject({ result: 'identified', confidence: 'likely' });
    expect(answer.candidates?.map(({ name }) => name)).toEqual(['Lloyds Bank', 'TSB Bank']);
    expect(answer.institution?.id).toBe(answer.candidates?.[0]?.id);
  });

  it('every code with other candidates is likely, and every other code is exact', () => {
    const doubtful = [...data.iban_bank.rows()].filter(({ others }) => others !== '');
    expect(doubtful.length).toBeGreaterThan(100);
    for (const { others } of doubtful) expect(others.split(',').length).toBeLessThanOrEqual(5);
    // A name of the Crédit Mutuel, which seven federations share.
    expect(answerTo({ iban: french('11899') })).toMatchObject({ confidence: 'likely' });
  });
});

describe('[identify.result.rails] rails are the same by every way of asking', () => {
  const euro = ['sepa_credit_transfer', 'sepa_direct_debit', 'sepa_instant'];
  const clearing = ['bacs', 'faster_payments', 'chaps'];
  it.each([
    [[{ bic: 'COBADEFF' }, { iban: 'DE89370400440532013000' }], ['swift', ...euro], 'country'],
    [[{ bic: 'NTSBDEB1' }, { iban: german('10011001') }], euro, 'country'],
    [
      [{ bic: 'BUKBGB22' }, { sort_code: '200000' }, { iban: ibanOf('GB', 'BUKB20000000000000') }],
      ['swift', 'sepa_credit_transfer', ...clearing],
      'register',
    ],
    [[{ bic: 'BOFAUS3N' }, { routing_number: '026009593' }], ['swift', 'ach', 'wire'], 'register'],
    [
      [{ bic: 'EQBLKENA' }, { rail: 'ke_bank', bank_code: '68' }],
      ['swift', 'kepss', 'pesalink', 'eft'],
      'country',
    ],
  ])('%j', (bodies, rails, rails_source) => {
    for (const body of bodies) expect(answerTo(body)).toMatchObject({ rails, rails_source });
  });

  it.each(['SWEDSESS', 'DABADKKK', 'DNBANOKK', 'PKOPPLPW', 'GIBACZPX', 'OTPVHUHB', 'BARCGB22', 'UBSWCHZH'])(
    '%s, outside of the euro area, is reached by SEPA credit transfers',
    (bic) => {
      expect(answerTo({ bic }).rails).toContain('sepa_credit_transfer');
    },
  );
});

describe('[identify.institution.changes] banks that were taken over or renamed lead to those of today', () => {
  it.each([
    [{ bic: 'BLOPIT22' }, 'Intesa Sanpaolo', 'UBI Banca was merged into Intesa Sanpaolo on 12 April 2021.'],
    [{ iban: 'IT60X0542811101000000123456' }, 'Intesa Sanpaolo', 'UBI Banca was merged'],
    [{ bic: 'CRESCHZZ80A' }, 'UBS Switzerland AG', 'Credit Suisse (Schweiz) AG was merged into UBS'],
    [
      { bic: 'NBADAEAA' },
      'First Abu Dhabi Bank',
      'National Bank of Abu Dhabi was renamed First Abu Dhabi Bank',
    ],
    [{ bic: 'NDEADKKK' }, 'Nordea Danmark, filial af Nordea Bank Abp', 'Nordea Bank Danmark A/S was renamed'],
    [{ bic: 'NDEAFIHH' }, 'Nordea Bank Abp', 'Nordea Bank Finland Plc was renamed'],
    [{ ifsc: 'ALLA0210001' }, 'Indian Bank', 'Allahabad Bank was merged into Indian Bank on 1 April 2020.'],
    [{ ifsc: 'VIJB0001000' }, 'Bank of Baroda', 'Vijaya Bank was merged'],
  ])('%j is %s', (body, name, note) => {
    const answer = answerTo(body);
    expect(answer.institution?.name).toBe(name);
    expect(answer.note).toContain(note);
  });

  it.each([
    [{ routing_number: '101019644' }, 'Lead Bank'],
    [{ sort_code: '040075' }, 'Revolut'],
    [{ sort_code: '830001' }, 'The Royal Bank of Scotland'],
    [{ bic: 'SABRRUMM' }, 'Sberbank'],
    [{ bic: 'NUPBBR25' }, 'Nu Pagamentos S.A.'],
  ])('%j is %s', (body, name) => {
    expect(answerTo(body).institution?.name).toBe(name);
  });
});

describe('[identify.banks] the list has what lookups name', () => {
  it.each([
    [{ country: 'DE', q: 'Münchner Bank' }, 'de_bank_code_70190000'],
    [{ country: 'DE', q: 'munchner' }, 'de_bank_code_70190000'],
    [{ q: 'GENODEF1M01' }, 'de_bank_code_70190000'],
    [{ country: 'FR', q: 'banque populaire rives' }, 'fr_bank_code_10207'],
    [{ country: 'SE', q: 'swedbank stockholm' }, 'se_bic_swedsess'],
  ])('%j finds %s', async (filter, id) => {
    const { items } = await listBanks(data, filter, 100);
    expect(items.map((bank) => bank.id)).toContain(id);
  });
});

describe('[identify.result.likely] the BIC of a network names no member', () => {
  it.each(['CCBPFRPP', 'CCRTIT21', 'ICRAITR1', 'JCKULT21', 'LCKULT22'])(
    '%s is ambiguous, because none of its holders is the head office',
    (bic) => {
      expect(answerTo({ bic })).toMatchObject({ result: 'not_found', reason: 'ambiguous' });
    },
  );

  it('a head office that the list of BICs names is one', () => {
    expect(answerTo({ bic: 'AGRIFRPP' }).institution?.id).toBe('fr_bank_code_30006');
    expect(answerTo({ bic: 'ICRAITRR' }).institution?.id).toBe('it_bank_code_08000');
  });

  it('several BICs of one name that begin like the bank code of an IBAN are one bank', () => {
    const jordanian = answerTo({ iban: 'JO94CBJO0010000000000131000302' });
    expect(jordanian).toMatchObject({
      confidence: 'prefix',
      institution: { name: 'Central Bank of Jordan' },
    });
    expect(jordanian.candidates).toBeUndefined();
  });
});

describe('[identify.result.rails] rails are those of the bank at home, for each of its codes', () => {
  it('a British institution in the register of another country has no SEPA by the law of that country', () => {
    const rails = [{ bic: 'REVOGB21' }, { sort_code: '040075' }].map((asked) => answerTo(asked).rails);
    expect(rails).toEqual([[], []]);
    expect(answerTo({ bic: 'CLSBUS33' }).rails).toEqual(['swift']);
  });

  it('a French department overseas has the rails of France, and a Pacific territory does not', () => {
    expect(answerTo({ bic: 'AGRIRERX' }).rails).toContain('sepa_instant');
    expect(answerTo({ bic: 'SOGENCNN' }).rails).toEqual(['swift']);
  });

  it('a bank has the same rails by its BIC and by a code that the register has without a BIC', () => {
    const [byBic, byCode] = [
      answerTo({ bic: 'SPNODK22' }),
      answerTo({ iban: ibanOf('DK', '65040000000000') }),
    ];
    expect(byCode.institution?.name).toBe(byBic.institution?.name);
    expect(byCode.rails).toEqual(['swift', 'sepa_credit_transfer']);
    expect(byBic.rails).toEqual(byCode.rails);
  });
});

describe('[identify.institution.changes] banks that were taken over or renamed', () => {
  it.each([
    ['FRBBUS6S', 'us_bic_chasus33', 'First Republic Bank was merged into'],
    ['SAMBSARI', 'sa_bic_ncbksaje', 'Samba Financial Group was merged into Saudi National Bank'],
    ['NCBKSAJE', 'sa_bic_ncbksaje', 'National Commercial Bank was renamed Saudi National Bank'],
  ])('%s leads to %s', (bic, id, note) => {
    const found = answerTo({ bic });
    expect(found.institution?.id).toBe(id);
    expect(found.note).toContain(note);
  });

  it('an IFSC that was lent to a bank leads to the bank that took that one over', () => {
    expect(answerTo({ ifsc: 'FSFB0000001' })).toMatchObject({
      institution: { id: 'in_ifsc_aubl' },
      note: expect.stringContaining('Fincare Small Finance Bank was merged into') as string,
    });
  });

  it('all codes of the Bank of Lithuania name it, not one of its departments or accounts', () => {
    for (const code of ['00758', '10100', '10101', '10110', '10900']) {
      expect(answerTo({ iban: ibanOf('LT', `${code}00000000000`) }).institution).toMatchObject({
        id: 'lt_bic_liablt2x',
        name: 'Lietuvos bankas',
      });
    }
  });
});
