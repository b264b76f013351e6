import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentedCases } from '../../support/model-servers/documented-cases.ts';

/** A table without the blanks that align its columns. */
const plain = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

it('[model.provider.causes] docs/models.md says how each case ends', () => {
  const document = plain(readFileSync('docs/models.md', 'utf8'));
  expect(document).toContain(plain(documentedCases()));
});
