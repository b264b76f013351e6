import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where binaries that were downloaded or built are kept, for all checkouts of this user. */
export function cacheDirectory(env: NodeJS.ProcessEnv): string {
  // An empty variable counts as none, as the XDG specification has it.
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'heddle');
}
