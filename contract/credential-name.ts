import { text } from './text.ts';

/** The name of a credential: where it is used, or by whom. */
export const CredentialName = text({ min: 1, max: 100, trimmed: true }).meta({
  description: 'For people, to distinguish credentials. Need not be unique.',
});
