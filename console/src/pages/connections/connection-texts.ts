/** The kinds of connections in words. */
export const typeTexts = { http: 'HTTP', mcp: 'MCP' } as const;

/** How a host authenticates the caller, in words. */
export const authTexts = {
  none: 'No authentication',
  bearer: 'Bearer token',
  basic: 'Basic authentication',
  header: 'A header',
} as const;
