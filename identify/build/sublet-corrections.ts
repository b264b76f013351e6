/**
 * Codes that the package gives to another bank than the Reserve Bank's list, by the name that the list has for the branch (as in
 * ifscfinder 0.2.0 of June 2026). A code of the package's banks, a name that it has no code for, or empty if the code was not
 * lent. All rows were compared with the list, and those without a word in common were read.
 */
export const subletCorrections: Readonly<Record<string, string>> = {
  // Doha Bank's own head office in India.
  DOHB0000001: '',
  INDB0TMCB01: 'MUSX',
  SVCB0001002: 'Hindustan Co-operative Bank',
  SVCB0009002: 'Omprakash Deora Peoples Co-operative Bank',
  HDFC0CADARS: 'Mount Nagrik Sahakari Bank',
  // The regional banks of the state were merged in May 2025.
  UBIN0CG7999: 'Andhra Pradesh Grameena Bank',
};
