import type { NewApiKey } from '../../api/schema.ts';
import { formText } from '../../ui/form-text.ts';
import { allScopes, isEveryScope } from './scopes.ts';

/**
 * The body that creates an API key, from the form of {@link ApiKeyFields}. A time without a zone is one of the person's own zone.
 * A key with every scope names none, so that it gets those that come later too. The API checks the rest itself.
 */
export function apiKeyBody(form: FormData): NewApiKey {
  const name = formText(form, 'name');
  const ticked = form.getAll('scopes');
  const scopes = allScopes.filter((scope) => ticked.includes(scope));
  const expires = formText(form, 'expires_at');
  return {
    ...(name !== '' && { name }),
    ...(!isEveryScope(scopes) && { scopes }),
    ...(expires !== '' && { expires_at: new Date(expires).toISOString() }),
  };
}
