/** What a thread is called. One that starts with a script is called by its first call, or by what it says. */
export function titleOf(title: string): string {
  const [, verb, rest = ''] = /^\/(call|say) (\S+(?: (?![{/])\S+)*)/.exec(title) ?? [];
  if (verb === undefined) return title;
  const words = verb === 'call' ? rest.replaceAll('_', ' ') : rest;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
