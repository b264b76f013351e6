import { text } from './text.ts';

/**
 * The name of a subject or an actor: 1 to 255 characters, with something to see and nothing that breaks a line. It is kept as
 * given, stands in headers to hosts, and is what an approver reads.
 */
export function personName() {
  return text({ min: 1, max: 255 })
    .superRefine((name, context) => {
      const fault = faultOf(name);
      if (fault === undefined) return;
      context.addIssue({ code: 'custom', message: fault, params: { code: 'invalid_text' } });
    })
    .meta({ override: { minLength: 1, maxLength: 255 } });
}

function faultOf(name: string): string | undefined {
  // Half a character would be stored as another one.
  if (!name.isWellFormed()) return 'must be well-formed Unicode';
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return 'must not contain control characters or line breaks';
  if (name !== '' && !/[^\s\p{Default_Ignorable_Code_Point}\p{C}]/u.test(name)) return 'must not be blank';
  return undefined;
}

/**
 * A name that grants something, in the one form in which it is compared. Only A to Z are folded: other letters that have the
 * same lower case, such as the Kelvin sign and k, can be two people's addresses.
 */
export function foldAsciiCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
