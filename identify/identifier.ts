import type { Bank, BankFilter } from '#contract/bank.ts';
import type { DirectoryKey, DirectoryRow, InstitutionRow } from '#contract/directory.ts';
import type { IdentifyRequest, IdentifyResult } from '#contract/identify.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { listBanks } from './banks.ts';
import type { IdentifyData } from './data/tables.ts';
import { readInquiry } from './identify.ts';
import { type ImportedInstitutions, listImported, noImports } from './imported-institutions.ts';
import type { Malformed } from './rail.ts';

/** The directories that the operator has imported. */
export interface Directories {
  /** Rows with any of the keys; none if these directories were not imported. */
  find(keys: readonly DirectoryKey[]): Promise<DirectoryRow[]>;
  /** The current imported rows. Undefined if there are none. */
  imported(): ImportedRows | undefined;
}

/** All institution rows of the active versions of directories. */
export interface ImportedRows {
  /** Changes with each import and rollback. */
  version: string;
  /** Reads the rows, a few hundred at a time. */
  batches: () => AsyncIterable<InstitutionRow[]>;
}

/** Identify, as requests and agents use it: imported directories first, then the built-in tables. */
export class Identifier {
  readonly #data: IdentifyData;
  readonly #directories: Directories;
  #listed: { version: string; institutions: Promise<ImportedInstitutions> } | undefined;

  constructor(data: IdentifyData, directories: Directories) {
    this.#data = data;
    this.#directories = directories;
  }

  /** Why a reference cannot be resolved at all; undefined if it can be looked up. */
  faultOf(request: IdentifyRequest): Malformed | undefined {
    const inquiry = readInquiry(request, this.#data);
    return 'malformed' in inquiry ? inquiry : undefined;
  }

  /** Resolves a reference. */
  async identify(request: IdentifyRequest): Promise<IdentifyResult | Malformed> {
    const inquiry = readInquiry(request, this.#data);
    if ('malformed' in inquiry) return inquiry;
    const found = inquiry.identify(await this.#directories.find(inquiry.directoryKeys()));
    return found.result === 'identified' ? { ...found, identified_at: toTimestamp(new Date()) } : found;
  }

  /**
   * Institutions by name; see {@link listBanks}.
   * @throws if imported directories have to be read and MongoDB does not respond
   */
  async listBanks(filter: BankFilter, limit: number, after?: string): Promise<Page<Bank, string>> {
    return await listBanks(this.#data, filter, limit, after, await this.#importedInstitutions());
  }

  /** The list of imported institutions is built once per version, when it is first needed. */
  #importedInstitutions(): Promise<ImportedInstitutions> | ImportedInstitutions {
    const imported = this.#directories.imported();
    if (imported === undefined) return noImports;
    const { version, batches } = imported;
    if (this.#listed?.version === version) return this.#listed.institutions;
    const institutions = listImported(batches(), this.#data);
    const listed = { version, institutions };
    this.#listed = listed;
    institutions.catch(() => {
      // The next request tries again.
      if (this.#listed === listed) this.#listed = undefined;
    });
    return institutions;
  }
}
