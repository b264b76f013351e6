import type { Database } from '#store/mongo/database.ts';
import { AddressAllowances } from './address-allowances.ts';
import { type AllowanceParts, WorkspaceAllowances } from './workspace-allowances.ts';

/** The allowances that requests are counted against. */
export interface Allowances {
  workspaces: WorkspaceAllowances;
  /** Requests under /v1 that no workspace answers for. */
  addresses: AddressAllowances;
  /** The public pages beside /v1. Apart, so that strangers do not make a process look as if it were not ready. */
  pages: AddressAllowances;
  /** Requests of MCP clients and browsers to the authorization server, until it is known whose they are. */
  oauth: AddressAllowances;
  /** Registrations of clients, each of which is stored for a stranger: few need more than one. */
  clients: AddressAllowances;
  /** Metadata documents that are fetched for a stranger. Apart, so that registrations leave room for them. */
  documents: AddressAllowances;
  /** Pages and files of the console. */
  files: AddressAllowances;
  /** Failed attempts to sign in to the console. */
  signIns: AddressAllowances;
}

/** One in this many requests of an address may register a client, and as many name one with a new document. */
const clientShare = 10;
/** A page of the console loads many files, each of which costs much less than a request. */
const filesPerRequest = 10;
/** Failed attempts to sign in to the console, per minute and address. */
const failedSignIns = 10;

/** @param parts.defaultLimit also the requests per minute of an address */
export function createAllowances(db: Database, parts: AllowanceParts): Allowances {
  const perMinute = parts.defaultLimit;
  return {
    workspaces: new WorkspaceAllowances(db, parts),
    addresses: new AddressAllowances(perMinute),
    pages: new AddressAllowances(perMinute),
    oauth: new AddressAllowances(perMinute),
    clients: new AddressAllowances(Math.ceil(perMinute / clientShare)),
    documents: new AddressAllowances(Math.ceil(perMinute / clientShare)),
    files: new AddressAllowances(perMinute * filesPerRequest),
    signIns: new AddressAllowances(failedSignIns),
  };
}
