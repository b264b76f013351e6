/** Names of tools that every provider accepts. */
const taken = /^[A-Za-z_][\w-]{0,63}$/;
const longest = 64;

/**
 * The name of a call as it is sent back. Models make names up, with blanks, dots or nothing at all, and a name that a provider does
 * not take makes it refuse every further request of the thread. What the model said is kept elsewhere.
 */
export function sentName(name: string): string {
  if (taken.test(name)) return name;
  const replaced = name.replaceAll(/[^\w-]+/g, '_').replaceAll(/^_+|_+$/g, '');
  if (replaced === '') return 'unnamed';
  return (/^[A-Za-z]/.test(replaced) ? replaced : `_${replaced}`).slice(0, longest);
}
