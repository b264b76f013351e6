import { z } from 'zod';

/** What a credential is called: where it is used, or by whom. */
export const CredentialName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'For people, to tell credentials apart; need not be unique.' });
