import { Refused } from './requests.ts';

const words: Record<string, string> = {
  unknown_confirmation: 'This was decided already, or it has expired.',
  stale_confirmation: 'This has changed since it was shown. Look at it again before you decide.',
  forbidden_approver: 'You may not approve this. Another person has to.',
  awaiting_confirmation: 'Decide on what waits for approval first.',
  no_passkey: 'You have no passkey here. Set one up first.',
};

/** An error in words for the user of a page. Its own message is for operators. */
export function errorInWords(error: Error): string {
  if (error.name === 'NotSigned') return error.message;
  if (!(error instanceof Refused)) return 'Something did not work. Try again, or reload the page.';
  const { code, status } = error;
  if (Object.hasOwn(words, code)) return words[code] ?? '';
  if (status === 401) return 'You are signed out. Reload the page.';
  if (status === 402) return 'The agent is not available now. Try again later.';
  return status === 403 ? 'You may not do this.' : 'This did not work. Try again, or reload the page.';
}
