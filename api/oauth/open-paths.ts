/**
 * Paths that MCP clients in browsers call, for metadata and tokens. None of them reads cookies, so any page may call them
 * as any program may.
 */
export const openPaths = /^\/(?:\.well-known\/|oauth\/(?:token|register|revoke|introspect|jwks)$)/;
