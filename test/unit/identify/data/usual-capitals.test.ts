import { describe, expect, it } from 'vitest';
import { usualCapitals, usualPlace } from '#identify/build/usual-capitals.ts';

describe('names in capitals are written as names usually are', () => {
  it.each([
    // Small words, except at the beginning and where they may be a state.
    ['THE BANK OF THE OZARKS', 'The Bank of the Ozarks'],
    ['FARMERS AND MERCHANTS BANK', 'Farmers and Merchants Bank'],
    ['BANCO POPULAR DE PUERTO RICO', 'Banco Popular de Puerto Rico'],
    ['HORIZON BK, AN INDIANA BANK', 'Horizon Bk, an Indiana Bank'],
    ['FIRST BANK IN', 'First Bank IN'],
    ['GOBANK, A DIVISION OF GREEN DOT BANK', 'Gobank, a Division of Green Dot Bank'],
    ['ZB, N.A. DBA ZIONS BANK', 'ZB, N.A. dba Zions Bank'],
    // Initials.
    ['TINKER FCU', 'Tinker FCU'],
    ['BMO HARRIS BANK,N.A.', 'BMO Harris Bank, N.A.'],
    ['CITIZENS BANK NA', 'Citizens Bank NA'],
    ['TEXAS GULF BANK N A', 'Texas Gulf Bank N A'],
    ['KEB HANA BANK USA, N.A.', 'KEB Hana Bank USA, N.A.'],
    ['BBVA USA', 'BBVA USA'],
    ['HSBC BANK', 'HSBC Bank'],
    ['U.S. BANK', 'U.S. Bank'],
    ['STATE FARM BANK, F.S.B.', 'State Farm Bank, F.S.B.'],
    ['ACNB BANK', 'ACNB Bank'],
    ['EECU', 'EECU'],
    ['IBEW LOCAL 26 F.C.U.', 'IBEW Local 26 F.C.U.'],
    ['B&T COMPANY', 'B&T Company'],
    // Abbreviations that are no initials.
    ['UNION BK & TR CO', 'Union Bk & Tr Co'],
    ['SALEM FIVE CENTS SVGS BK', 'Salem Five Cents Svgs Bk'],
    ["ST. MARY'S C U", "St. Mary's C U"],
    ['EQUITY BANK INC.', 'Equity Bank Inc.'],
    // Apostrophes, Scottish and Irish names.
    ["AMERICA'S CU", "America's CU"],
    ["BANKERS' BANK", "Bankers' Bank"],
    ["O'HARE BANK", "O'Hare Bank"],
    ['MCINTOSH COUNTY BANK', 'McIntosh County Bank'],
    ['MACON BANK', 'Macon Bank'],
    ['MCU', 'MCU'],
    // Numbers.
    ['LIBERTY SAVINGS II', 'Liberty Savings II'],
    ['JOHN XXIII PARISH CU', 'John XXIII Parish CU'],
    ['1ST BANK', '1st Bank'],
    ['MEMBERS 21ST CENTURY', 'Members 21st Century'],
    ['MEMBERS1ST FCU', 'Members1st FCU'],
    // States and banks named after one.
    ['BANCO SANTANDER DE PR', 'Banco Santander de PR'],
    ['FIRST STATE BANK TX', 'First State Bank TX'],
    ['STATE BANK OF NEW ULM', 'State Bank of New Ulm'],
    ['BANK OF N.Y.', 'Bank of N.Y.'],
    ['LA CROSSE STATE BANK', 'La Crosse State Bank'],
    // Compounds and white space.
    ['PAR-DEL EMPLOYEES FCU', 'Par-Del Employees FCU'],
    ['BANK OF BIRD-IN-HAND', 'Bank of Bird-in-Hand'],
    ['CITIBANK /FLORIDA/ BR', 'Citibank /Florida/ Br'],
    ['THEBANCORP.COM', 'Thebancorp.com'],
    ['THE VAULT   FEDERAL RESERVE BANK KC', 'The Vault Federal Reserve Bank KC'],
  ])('%s', (name, written) => {
    expect(usualCapitals(name)).toBe(written);
  });

  it.each([
    ['N. QUINCY', 'N. Quincy'],
    ['LOS  ANGELES', 'Los Angeles'],
    ['SEYMOUR,', 'Seymour'],
    ['MCPHERSON', 'McPherson'],
    ["COEUR D'ALENE", "Coeur D'Alene"],
    ['LA CROSSE', 'La Crosse'],
    ['LACKLAND AFB', 'Lackland AFB'],
  ])('the place %s', (place, written) => {
    expect(usualPlace(place)).toBe(written);
  });
});
