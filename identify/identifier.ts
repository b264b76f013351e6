import type { Bank, BankFilter } from '#contract/bank.ts';
import type { DirectoryKey, DirectoryRow } from '#contract/directory.ts';
import type { IdentifyRequest, IdentifyResult } from '#contract/identify.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { listBanks } from './banks.ts';
import type { IdentifyData } from './data/tables.ts';
import { readInquiry } from './identify.ts';
import type { Malformed } from './rail.ts';

/** The directories that the operator has imported. */
export interface Directories {
  /** Rows with any of the keys; none if these directories were not imported. */
  find(keys: readonly DirectoryKey[]): Promise<DirectoryRow[]>;
}

/** Identify, as requests and agents use it: imported directories first, then the built-in tables. */
export class Identifier {
  readonly #data: IdentifyData;
  readonly #directories: Directories;

  constructor(data: IdentifyData, directories: Directories) {
    this.#data = data;
    this.#directories = directories;
  }

  /** Resolves a reference. */
  async identify(request: IdentifyRequest): Promise<IdentifyResult | Malformed> {
    const inquiry = readInquiry(request, this.#data);
    if ('malformed' in inquiry) return inquiry;
    const found = inquiry.identify(await this.#directories.find(inquiry.directoryKeys()));
    return found.result === 'identified' ? { ...found, identified_at: toTimestamp(new Date()) } : found;
  }

  /** Institutions of the built-in tables by name; see {@link listBanks}. */
  listBanks(filter: BankFilter, limit: number, after?: string): Page<Bank, string> {
    return listBanks(this.#data, filter, limit, after);
  }
}
