import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The program's full path, or undefined if it is not on PATH. */
export async function findOnPath(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const directory of (env['PATH'] ?? '').split(delimiter)) {
    if (directory === '') continue;
    const file = join(directory, name);
    if (await isProgram(file)) return file;
  }
  return undefined;
}

/** Whether the file exists and is executable. */
export async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
