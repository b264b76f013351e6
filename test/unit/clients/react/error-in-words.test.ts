import { expect, it } from 'vitest';
import { errorInWords } from '#clients/react/src/error-in-words.ts';
import { Refused } from '#clients/react/src/requests.ts';

it.each([
  [new Refused('No held call has that id.', 'unknown_confirmation', 404), 'This was decided already'],
  [new Refused('The subject may not.', 'forbidden_approver', 403), 'Another person has to'],
  [new Refused('Not yours.', 'forbidden', 403), 'You may not do this.'],
  [new Refused('The token has expired.', 'unauthorized', 401), 'You are signed out.'],
  [new Refused('The account has run out of funds.', 'insufficient_credits', 402), 'Try again later.'],
  [new Refused('Weird.', 'constructor', 422), 'This did not work.'],
  [new SyntaxError(`Unexpected token 'x', "x" is not valid JSON`), 'Something did not work.'],
])('[chat.react.words] %s', (error, words) => {
  expect(errorInWords(error)).toContain(words);
  expect(errorInWords(error)).not.toContain(error.message);
});
