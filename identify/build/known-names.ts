/**
 * Ukrainian banks by the quoted part of their registered names, which the register repeats for every branch, in the names and with
 * the BICs that they use abroad. The list of BICs has each of these BICs under the same bank.
 */
export const ukrainianBanks: Readonly<Record<string, { name: string; bic: string }>> = {
  ПРИВАТБАНК: { name: 'PrivatBank', bic: 'PBANUA2X' },
  'ДЕРЖАВНИЙ ОЩАДНИЙ БАНК УКРАЇНИ': { name: 'Oschadbank', bic: 'COSBUAUK' },
  'ДЕРЖАВНИЙ ЕКСПОРТНО-ІМПОРТНИЙ БАНК УКРАЇНИ': { name: 'Ukreximbank', bic: 'EXBSUAUX' },
  'РАЙФФАЙЗЕН БАНК': { name: 'Raiffeisen Bank', bic: 'AVALUAUK' },
  УКРСИББАНК: { name: 'UkrSibbank', bic: 'KHABUA2K' },
  'ПЕРШИЙ УКРАЇНСЬКИЙ МІЖНАРОДНИЙ БАНК': { name: 'First Ukrainian International Bank', bic: 'FUIBUA2X' },
  УКРГАЗБАНК: { name: 'Ukrgasbank', bic: 'UGASUAUK' },
  'КРЕДІ АГРІКОЛЬ БАНК': { name: 'Credit Agricole Bank', bic: 'AGRIUAUK' },
  'УНІВЕРСАЛ БАНК': { name: 'Universal Bank', bic: 'UNJSUAUK' },
  ПІВДЕННИЙ: { name: 'Bank Pivdennyi', bic: 'PIVDUA22' },
  'ОТП БАНК': { name: 'OTP Bank', bic: 'OTPVUAUK' },
  СІТІБАНК: { name: 'Citibank', bic: 'CITIUAUK' },
  'ІНГ БАНК УКРАЇНА': { name: 'ING Bank Ukraine', bic: 'INGBUAUK' },
  КРЕДОБАНК: { name: 'Kredobank', bic: 'WUCBUA2X' },
  'АКЦЕНТ - БАНК': { name: 'A-Bank', bic: 'UKCBUAUK' },
};
