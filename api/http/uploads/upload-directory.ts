import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '#store/mongo/ids.ts';

const prefix = 'heddle-uploads-';
/** Host, process id, and what `mkdtemp` appends. */
const named = /^heddle-uploads-(.*)-(\d+)-[A-Za-z0-9]{6}$/;
/** No upload takes this long, so an older directory of another host is left over. */
const longestUseMs = 60 * 60 * 1000;

/** A file to write an upload to. */
export interface UploadFile {
  path: string;
  write: (bytes: Uint8Array) => Promise<unknown>;
  close: () => Promise<void>;
}

/**
 * The directory for uploads of one process, which only its user can read. It is created when it is first needed, and
 * again if something removes it.
 */
export class UploadDirectory {
  readonly #parent: string;
  #path: Promise<string> | undefined;

  /** @param parent default: the system's directory for temporary files, which `TMPDIR` sets */
  constructor(parent: string = tmpdir()) {
    this.#parent = parent;
  }

  /** Creates a file that only this user can read. The caller closes and removes it. */
  async newFile(): Promise<UploadFile> {
    try {
      return await this.#create();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      this.#path = undefined;
      return await this.#create();
    }
  }

  /** Removes the directory with everything in it. */
  async close(): Promise<void> {
    const path = await this.#path?.catch(() => undefined);
    if (path !== undefined) await rm(path, { recursive: true, force: true });
  }

  /** Removes what processes have left that were killed: of this host at once, of other hosts after an hour. */
  async removeLeftovers(): Promise<void> {
    for (const name of await readdir(this.#parent)) {
      const [, host, pid] = named.exec(name) ?? [];
      if (host === undefined) continue;
      const path = join(this.#parent, name);
      // Another process may be removing it, or it may belong to another user.
      if (await isLeftOver(path, host, Number(pid)).catch(() => false)) {
        await rm(path, { recursive: true, force: true }).catch(() => {});
      }
    }
  }

  async #create(): Promise<UploadFile> {
    this.#path ??= mkdtemp(join(this.#parent, `${prefix}${hostname()}-${process.pid}-`));
    const path = join(await this.#path, newId());
    const file = await open(path, 'wx', 0o600);
    return {
      path,
      write: async (bytes) => await file.writeFile(bytes),
      close: async () => await file.close(),
    };
  }
}

async function isLeftOver(path: string, host: string, pid: number): Promise<boolean> {
  const { mtimeMs } = await stat(path);
  if (host !== hostname()) return Date.now() - mtimeMs > longestUseMs;
  // In a container, the process that was killed had the same id.
  return pid === process.pid ? mtimeMs < performance.timeOrigin : !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
