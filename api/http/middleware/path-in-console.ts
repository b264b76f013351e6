/** Which path of the console a request is for, without `/console/`; undefined if it is for none. */
export function pathInConsole(path: string): string | undefined {
  // The session is endpoints of the API.
  if (path === '/console/session' || path.startsWith('/console/session/')) return undefined;
  if (path === '/console') return '';
  return path.startsWith('/console/') ? path.slice('/console/'.length) : undefined;
}
