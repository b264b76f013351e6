import { decodeJwt } from 'jose';
import { type BrowserAnswer, CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import type { Tenant } from './tenant.ts';

/** A browser in which somebody opens the address of a held call. */
export class ApprovingBrowser {
  readonly browser = new CookieBrowser();
  readonly #tenant: Tenant;

  constructor(tenant: Tenant) {
    this.#tenant = tenant;
  }

  /** Goes to the login bridge. @returns the address back, for somebody who signs in there */
  async begin(url: string): Promise<(subject: string) => Promise<string>> {
    const { location } = await this.browser.get(url);
    const request = new URL(location).searchParams.get('request') ?? '';
    const sign = await this.#tenant.signer();
    return async (subject) => {
      const token = await sign(subject, { request_jti: decodeJwt(request).jti });
      return `${this.#tenant.baseUrl}/mcp/login/return?${new URLSearchParams({ request, token }).toString()}`;
    };
  }

  /** Signs somebody in. @returns the page that follows, its address and what its form sends beside the decision */
  async open(
    url: string,
    subject: string,
  ): Promise<{ at: string; page: BrowserAnswer; fields: Record<string, string> }> {
    const back = await this.begin(url);
    const { location: at } = await this.browser.get(await back(subject));
    const page = await this.browser.get(at);
    return { at, page, fields: fieldsOf(page) };
  }
}

function fieldsOf({ body }: BrowserAnswer): Record<string, string> {
  const hidden = body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)"/g);
  return Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]));
}
