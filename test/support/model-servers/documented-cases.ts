import { runErrorMessages } from '#contract/words/run-error-messages.ts';
import { modelErrorCodes } from '#contract/run-state.ts';
import { type ProviderCase, providerCases } from './cases.ts';

/** The cases in the documentation: a table of them, and one of the sentences for users. */
export function documentedCases(): { cases: string; sentences: string } {
  const cases = table(
    ['What happens', 'Code of the try', 'Tries', 'How the run ends', 'What the user sees'],
    providerCases.map((each) => [
      each.title,
      each.failure === undefined ? '' : `\`${each.failure}\``,
      String(each.asked),
      'error' in each.ends ? `\`failed\`, \`${each.ends.error}\`` : `\`closed\`, \`${each.ends.reason}\``,
      seen(each),
    ]),
  );
  const sentences = table(
    ['Code', 'Sentence'],
    modelErrorCodes.map((code) => [`\`${code}\``, runErrorMessages[code]]),
  );
  return { cases, sentences };
}

function seen({ ends, content = '' }: ProviderCase): string {
  if ('error' in ends) return 'The sentence of the code';
  return `The message "${content}"`;
}

function table(names: string[], rows: string[][]): string {
  return [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
