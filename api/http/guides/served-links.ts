import { posix } from 'node:path';

/** Code, which is left as it is, or a link or picture. */
const part =
  /(?<code>```[^]*?```|`[^`\n]*`)|(?<mark>!?)\[(?<text>[^\]]*)\]\((?<target>[^)\s#]+)(?<anchor>#[^)\s]*)?\)/g;

/** Files of docs/ that are served under another path. */
const elsewhere: Record<string, string> = {
  'docs/openapi.json': '/openapi.json',
  'docs/decisions/': '/docs/decisions/README.md',
};

/**
 * A page of docs/ as it is served: links to other pages stay. Those to files of the repository, which nobody serves, become words
 * that name the file, and pictures become what they show.
 * @param path of the page in docs/
 * @param isServed whether there is a page with a path in docs/
 */
export function withServedLinks(markdown: string, path: string, isServed: (path: string) => boolean): string {
  return markdown.replaceAll(part, (whole: string, ...rest: unknown[]) => {
    const { code, mark, text = '', target } = rest.at(-1) as Record<string, string | undefined>;
    if (code !== undefined || target === undefined || /^(?:[a-z]+:|\/)/i.test(target)) return whole;
    const file = posix.join(posix.dirname(`docs/${path}`), target);
    if (isServed(posix.relative('docs', file))) return whole;
    if (mark === '!') return `*Picture: ${text}*`;
    const other = elsewhere[file];
    return other === undefined ? named(text, file) : `[${text}](${other})`;
  });
}

function named(text: string, file: string): string {
  const isName = file.endsWith(text.replaceAll('`', ''));
  return isName ? `\`${file}\`` : `${text} (\`${file}\` in the repository)`;
}
