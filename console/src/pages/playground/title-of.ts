/** The title of a thread. A script is named after its first call or its text. */
export function titleOf(title: string): string {
  const [, verb, rest = ''] = /^\/(call|say) (\S+(?: (?![{/])\S+)*)/.exec(title) ?? [];
  if (verb === undefined) return title;
  const words = verb === 'call' ? rest.replaceAll('_', ' ') : rest;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
