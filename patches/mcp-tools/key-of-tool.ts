const longestKey = 64;

/**
 * The key of the patch for a tool: prefix and name in lower case, with `_` between words and instead of all other
 * characters: `getUser` is `get_user`, `files/read` is `files_read`. Undefined if that is no key: it is too long, or does
 * not begin with a letter.
 */
export function keyOfTool(name: string, prefix = ''): string | undefined {
  // A longer name has no key, and is not looked at.
  if (name.length > 2 * longestKey) return undefined;
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const key = `${prefix}${words}`;
  return words !== '' && key.length <= longestKey && /^[a-z]/.test(key) ? key : undefined;
}
