import type { DirectoryKey, DirectoryName, DirectoryRow, InstitutionRow } from '#contract/directory.ts';
import type { Database } from '../mongo/database.ts';
import type { DirectoryDocument } from '../documents/directory.ts';
import { listDirectories } from './directories.ts';
import { findRows, readRows, rowId } from './rows.ts';

/**
 * The directories that the operator has imported. The active version of each is kept in memory and followed, so that a
 * lookup costs nothing if none was imported, and one read otherwise.
 */
export class ImportedDirectories {
  readonly #db: Database;
  readonly #known = new Map<DirectoryName, DirectoryDocument>();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Resolves when the imported directories are known.
   * @throws if MongoDB does not respond
   */
  async start(): Promise<void> {
    await this.#db.changes.follow({
      collections: ['directories'],
      onDocument: (document) => this.#learn(document),
      onGap: () => void this.#read().catch(() => {}),
    });
    await this.#read();
  }

  /**
   * Rows with any of the keys; none if these directories were not imported.
   * @throws if MongoDB has to be asked and does not respond
   */
  async find(keys: readonly DirectoryKey[]): Promise<DirectoryRow[]> {
    const ids = keys.flatMap(({ directory, key }) => {
      const version = this.#known.get(directory)?.current;
      return version === undefined ? [] : [rowId(version.id, key)];
    });
    return ids.length === 0 ? [] : await findRows(this.#db, ids);
  }

  /** All imported institution rows, and the versions that they belong to. Undefined if there are none. */
  imported() {
    // The first name counts: BIC directories name institutions, the others offices.
    const versions = (['bic', 'eiscd', 'fedach'] as const).flatMap(
      (name) => this.#known.get(name)?.current?.id ?? [],
    );
    if (versions.length === 0) return undefined;
    return { version: versions.join(), batches: () => this.#batches(versions) };
  }

  /** @throws if MongoDB does not respond */
  async *#batches(versions: readonly string[]): AsyncGenerator<InstitutionRow[]> {
    for (const version of versions) {
      for await (const rows of readRows(this.#db, version))
        yield rows.filter((row) => row.directory !== 'cdv');
    }
  }

  async #read(): Promise<void> {
    for (const document of await listDirectories(this.#db)) this.#learn(document);
  }

  /** The read state may be older than the reported one. */
  #learn(document: DirectoryDocument): void {
    const { revision = 0 } = this.#known.get(document._id) ?? {};
    if (document.revision > revision) this.#known.set(document._id, document);
  }
}
