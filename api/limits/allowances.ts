import type { Logger } from '#config/logger.ts';
import type { Database } from '#store/mongo/database.ts';
import { AddressAllowances } from './address-allowances.ts';
import { WorkspaceAllowances } from './workspace-allowances.ts';

/** What requests are counted against. */
export interface Allowances {
  workspaces: WorkspaceAllowances;
  addresses: AddressAllowances;
}

/** @param perMinute requests per minute of an address, and of a workspace without a rate of its own */
export function createAllowances(db: Database, perMinute: number, log: Logger): Allowances {
  return {
    workspaces: new WorkspaceAllowances(db, { defaultLimit: perMinute, log }),
    addresses: new AddressAllowances(perMinute),
  };
}
