import { signInUrl } from '#contract/console.ts';
import { insertLink, isLinkUsable } from '#store/console/links.ts';
import { newSecret } from '#store/console/sessions.ts';
import type { Database } from '#store/mongo/database.ts';

/** How long a link of the development stack can be used. */
const validMs = 24 * 60 * 60 * 1000;
/** How often it is checked whether the link in stack.json is used up. */
const defaultLookEveryMs = 1000;

/** One-time links that sign in to the console of the demo workspace. */
export class ConsoleLinks {
  readonly #db: Database;
  readonly #workspaceId: string;
  readonly #baseUrl: string;
  readonly #lookEveryMs: number;
  #timer: NodeJS.Timeout | undefined;
  #looking = Promise.resolve();
  #stopped = false;

  constructor(
    db: Database,
    demo: { workspace_id: string; base_url: string },
    { lookEveryMs = defaultLookEveryMs } = {},
  ) {
    this.#db = db;
    this.#workspaceId = demo.workspace_id;
    this.#baseUrl = demo.base_url;
    this.#lookEveryMs = lookEveryMs;
  }

  /** A new link. */
  async make(): Promise<string> {
    return (await this.#insert()).url;
  }

  /**
   * Keeps a link that can be used: once it is used up or has expired, there is a new one.
   * @param onLink receives each of them, the first before this resolves
   */
  async keep(onLink: (url: string) => void): Promise<void> {
    let { code, url } = await this.#insert();
    onLink(url);
    const look = async () => {
      if (await isLinkUsable(this.#db, code, new Date())) return;
      ({ code, url } = await this.#insert());
      onLink(url);
    };
    const lookLater = () => {
      if (this.#stopped) return;
      this.#timer = setTimeout(() => {
        // MongoDB may be down; the next look finds it again.
        this.#looking = look().then(lookLater, lookLater);
      }, this.#lookEveryMs);
    };
    lookLater();
  }

  /** Makes no more links. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #insert(): Promise<{ code: string; url: string }> {
    const code = newSecret();
    await insertLink(this.#db, { workspace_id: this.#workspaceId }, code, { now: new Date(), validMs });
    return { code, url: signInUrl(this.#baseUrl, code) };
  }
}
