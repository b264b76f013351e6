/** Names that are written in capitals. */
const capitals: Record<string, string> = { api: 'API', mcp: 'MCP', oidc: 'OpenID', id: 'id', url: 'URL' };

/** A code such as `approval_policy.published` as people write it: "Approval policy published". */
export function wordsOf(code: string): string {
  const words = wordsWithin(code);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same in the middle of a sentence: "approval policy". */
export function wordsWithin(code: string): string {
  return code
    .split(/[._\s]+/)
    .map((word) => capitals[word] ?? word)
    .join(' ');
}
