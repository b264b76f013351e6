import { LRUCache } from 'lru-cache';
import { OutboundError } from '#adapters/outbound-http/errors.ts';
import type { OutboundAnswer, OutboundHttp } from '#adapters/outbound-http/port.ts';
import { parseJson } from '#contract/json.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import { findClient } from '#store/oauth/clients.ts';
import { boundMetadata, UnusableMetadata } from './client-metadata.ts';

/** The dependencies of fetching a metadata document. */
export interface DocumentParts {
  db: Database;
  keyring: Keyring;
  /** Calls public addresses only. */
  documentHttp: OutboundHttp;
}

const timeoutMs = 2500;
/** A document has a few hundred bytes. */
const mostCharacters = 16 * 1024;
/** Look-ups of names are limited by workspace. A client belongs to none. */
const asWorkspace = 'oauth clients';
/** Longer URLs are of no use as an id. */
const longestUrl = 500;

/** Whether a URL may be the id of a client: short, https, with a path, and without credentials, fragment or query. */
export function isClientUrl(id: string): boolean {
  const url = id.length > longestUrl ? null : URL.parse(id);
  return (
    url !== null && url.href === id && url.protocol === 'https:' && url.pathname !== '/' && url.search === ''
  );
}

/** How long a document that could not be read is not asked for again, however often strangers name it. */
const failureMs = 30_000;
const rememberedFailures = 1000;

/** Why a document cannot be used: its host did not answer properly, or it answered that there is none that can be used. */
type Failure = 'unreachable' | 'refused';

/**
 * Fetches client-id metadata documents for the authorization server's library, from public addresses only: strangers name
 * them. The answer contains only what is used of a document. If its host does not answer properly, a client that was
 * authorized before is known as it was then, so that a fault of its website does not sign its users out.
 */
export function documentFetch({ db, keyring, documentHttp }: DocumentParts): typeof fetch {
  const failures = new LRUCache<string, Failure>({
    max: rememberedFailures,
    ttl: failureMs,
    // Read at each call, so that tests can replace the clock.
    perf: { now: () => performance.now() },
  });
  return async (input) => {
    const url = input instanceof Request ? input.url : String(input);
    const found = failures.get(url) ?? (await readDocument(documentHttp, url));
    if (found instanceof Response) return found;
    if (!failures.has(url)) failures.set(url, found);
    const known = found === 'unreachable' ? await findClient(db, keyring, url) : undefined;
    return known === undefined
      ? new Response(null, { status: 502 })
      : Response.json({ ...known, client_id: url });
  };
}

async function readDocument(documentHttp: OutboundHttp, url: string): Promise<Response | Failure> {
  try {
    const answer = await documentHttp.send({
      workspaceId: asWorkspace,
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      timeoutMs,
    });
    return answer.status >= 500 ? 'unreachable' : usableAnswer(url, answer);
  } catch (error) {
    if (error instanceof UnusableMetadata) return 'refused';
    if (error instanceof OutboundError) return 'unreachable';
    throw error;
  }
}

/** @throws {UnusableMetadata} */
function usableAnswer(url: string, { status, headers, body }: OutboundAnswer): Response | Failure {
  const document = status === 200 && body.length <= mostCharacters ? parsed(body) : undefined;
  if (document === undefined) return 'refused';
  const kept = ['cache-control', 'expires'].flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
  return Response.json(boundDocument(url, document), { headers: kept });
}

function parsed(body: string): object | undefined {
  const value = parseJson(body);
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** A client with a document is public: anybody can read the document. */
function boundDocument(url: string, document: object): object {
  if (!('client_id' in document) || document.client_id !== url) {
    throw new UnusableMetadata('client_id is not the URL of the document');
  }
  const metadata = boundMetadata(document);
  if (metadata.token_endpoint_auth_method !== 'none' || 'client_secret' in document) {
    throw new UnusableMetadata('a client with a document has no secret');
  }
  return { ...metadata, client_id: url };
}
