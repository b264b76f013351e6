interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** The answer of a page or redirect. */
export interface BrowserAnswer {
  status: number;
  headers: Headers;
  body: string;
  /** Where it redirects to, absolute; empty if it does not. */
  location: string;
}

/** A browser as far as it matters here: it keeps cookies, and sends them back by their paths. It follows nothing. */
export class CookieBrowser {
  cookies: Cookie[] = [];

  async get(url: string): Promise<BrowserAnswer> {
    return await this.#send(url, {});
  }

  /** Submits a form. */
  async submit(url: string, fields: Record<string, string>): Promise<BrowserAnswer> {
    return await this.#send(url, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #send(url: string, init: RequestInit): Promise<BrowserAnswer> {
    const { pathname } = new URL(url);
    const sent = this.cookies.filter(
      ({ path }) => pathname === path || pathname.startsWith(`${path.replace(/\/$/, '')}/`),
    );
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie === '' ? {} : { cookie }) },
    });
    for (const text of answer.headers.getSetCookie()) this.#keep(text);
    const location = answer.headers.get('location');
    return {
      status: answer.status,
      headers: answer.headers,
      body: await answer.text(),
      location: location === null ? '' : new URL(location, url).href,
    };
  }

  #keep(text: string): void {
    const [pair = '', ...attributes] = text.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((each) => each.startsWith('path='))?.slice('path='.length) ?? '/';
    this.cookies = this.cookies.filter((each) => each.name !== name || each.path !== path);
    const expires = attributes.find((each) => each.startsWith('expires='))?.slice('expires='.length);
    const isOver = expires !== undefined && Date.parse(expires) <= Date.now();
    if (value !== '' && !isOver) this.cookies.push({ name, value, path });
  }
}
