import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where downloaded and built binaries are kept, for all checkouts of this user. */
export function cacheDirectory(env: NodeJS.ProcessEnv): string {
  // An empty variable counts as not set, as in the XDG specification.
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'heddle');
}
