import type { NewConsoleSignIn } from '../../api/schema.ts';
import { formText } from '../../ui/form-text.ts';
import { fromLines } from './role-lines.ts';

/** Reads the settings from the form. @throws {Error} naming a line of the roles that has no role */
export function settingsOf(form: FormData): NewConsoleSignIn {
  const [secret, rolesClaim] = [formText(form, 'client_secret'), formText(form, 'roles_claim')];
  return {
    issuer: formText(form, 'issuer'),
    client_id: formText(form, 'client_id'),
    ...(secret !== '' && { client_secret: secret }),
    ref_claim: formText(form, 'ref_claim'),
    ...(rolesClaim !== '' && { roles_claim: rolesClaim }),
    roles: fromLines(formText(form, 'roles')),
    keys_may_sign_in: form.get('keys_may_sign_in') === 'on',
  };
}
