import { type ProviderCase, providerCases } from './cases.ts';

/** The table of the cases in the documentation. */
export function documentedCases(): string {
  return table(
    ['What happens', 'Code of the try', 'Tries', 'How the run ends', 'Message'],
    providerCases.map((each) => [
      each.title,
      each.failure === undefined ? '' : `\`${each.failure}\``,
      String(each.asked),
      'error' in each.ends ? `\`failed\`, \`${each.ends.error}\`` : `\`closed\`, \`${each.ends.reason}\``,
      messageOf(each),
    ]),
  );
}

function messageOf({ ends, content = '' }: ProviderCase): string {
  return 'error' in ends ? '' : `"${content}"`;
}

function table(names: string[], rows: string[][]): string {
  return [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
