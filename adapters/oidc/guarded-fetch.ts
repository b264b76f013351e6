import type { CustomFetch } from 'openid-client';
import { hasTooManyValues } from '#contract/json-size.ts';
import { OutboundError } from '../outbound-http/errors.ts';
import type { OutboundHttp } from '../outbound-http/port.ts';
import { OidcError } from './port.ts';

/** For each request to a provider. A sign-in makes at most five. */
const timeoutMs = 5000;
/** An answer of a provider has a few kilobytes: parsing it must not keep others waiting. */
const mostCharacters = 256 * 1024;
const mostSeparators = 5000;
/** The headers that the library reads. */
const readHeaders = ['content-type', 'www-authenticate'];
const noBody = new Set([204, 205, 304]);

/** The requests of one sign-in, all of which go through `OutboundHttp`, and why the first of them failed. */
export class GuardedFetch {
  readonly #http: OutboundHttp;
  readonly #workspaceId: string;
  failure: OidcError | undefined;

  constructor(http: OutboundHttp, workspaceId: string) {
    this.#http = http;
    this.#workspaceId = workspaceId;
  }

  readonly fetch: CustomFetch = async (url, { method, headers, body }) => {
    try {
      return await this.#send(url, { method, headers, body: textOf(body) });
    } catch (error) {
      if (error instanceof OutboundError) this.failure ??= toOidcError(error);
      if (error instanceof OidcError) this.failure ??= error;
      throw error;
    }
  };

  async #send(
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body: string | undefined },
  ): Promise<Response> {
    const answer = await this.#http.send({
      workspaceId: this.#workspaceId,
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body }),
      timeoutMs,
    });
    if (answer.status >= 500) throw new OidcError('unreachable', 'The identity provider failed.');
    if (answer.body.length > mostCharacters || hasTooManyValues(answer.body, mostSeparators)) {
      throw new OidcError('invalid_response', 'An answer of the identity provider is too large.');
    }
    const kept = readHeaders.flatMap((name): [string, string][] => {
      const value = answer.headers[name];
      return value === undefined ? [] : [[name, value]];
    });
    return new Response(noBody.has(answer.status) ? null : answer.body, {
      status: answer.status,
      headers: kept,
    });
  }
}

/** The library sends forms only. */
function textOf(body: unknown): string | undefined {
  return body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined;
}

function toOidcError(error: OutboundError): OidcError {
  if (error.code === 'blocked_address' || error.code === 'invalid_url') {
    return new OidcError(
      'blocked_address',
      'The identity provider is at an address that is not called.',
      error,
    );
  }
  if (error.code === 'too_large') {
    return new OidcError('invalid_response', 'An answer of the identity provider is too large.', error);
  }
  return new OidcError('unreachable', 'The identity provider cannot be reached.', error);
}
