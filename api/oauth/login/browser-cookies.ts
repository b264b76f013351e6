import { randomInt } from 'node:crypto';
import type { OAuthContext } from '../state.ts';

/** The logins in progress in a browser. */
interface InProgress {
  kind: 'login' | 'approval';
  /** How long it may take. */
  seconds: number;
}

/** The most of a kind that is in progress in one browser, in as many tabs: its requests do not grow with what it begins. */
const places = Array.from({ length: 16 }, (_, place) => place);

/**
 * `lax`, because the browser comes back from another site, by a plain link. The prefix of the name allows no other path, and no
 * domain.
 */
const options = { path: '/', httpOnly: true, sameSite: 'lax', signed: true } as const;

/**
 * Cookies that tie what is in progress to the browser that began it. Over https their names have the prefix `__Host-`. Without it,
 * a page on a sibling domain could set them, and have the user of this browser sign in to what somebody else has begun in another.
 */
export class BrowserCookies {
  readonly #kind: InProgress['kind'];
  readonly #maxAge: number;

  constructor({ kind, seconds }: InProgress) {
    this.#kind = kind;
    this.#maxAge = seconds * 1000;
  }

  /** Notes in the browser that it began something. If it has begun too much, it forgets something else. */
  set(ctx: OAuthContext, id: string, secret: string): void {
    const free = places.filter((place) => this.#valueAt(ctx, place) === undefined);
    const open = free.length === 0 ? places : free;
    const name = this.#nameOf(ctx, open[randomInt(open.length)] ?? 0);
    ctx.cookies.set(name, `${id}:${secret}`, { ...options, maxAge: this.#maxAge });
  }

  /** The secret of what this browser began; undefined if it was another one. */
  read(ctx: OAuthContext, id: string): string | undefined {
    const prefix = `${id}:`;
    const values = places.map((place) => this.#valueAt(ctx, place));
    return values.find((value) => value?.startsWith(prefix))?.slice(prefix.length);
  }

  clear(ctx: OAuthContext, id: string): void {
    for (const place of places) {
      const isOfId = this.#valueAt(ctx, place)?.startsWith(`${id}:`) === true;
      if (isOfId) ctx.cookies.set(this.#nameOf(ctx, place), null, options);
    }
  }

  /** Undefined also for a value that was not signed here. */
  #valueAt(ctx: OAuthContext, place: number): string | undefined {
    return ctx.cookies.get(this.#nameOf(ctx, place), { signed: true });
  }

  /** Browsers take the prefix over https alone, which a service on one's own computer does without. */
  #nameOf({ cookies }: OAuthContext, place: number): string {
    return `${cookies.secure ? '__Host-' : ''}oauth_${this.#kind}_${place}`;
  }
}
