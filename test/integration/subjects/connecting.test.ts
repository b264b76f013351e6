import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';
import { eraseData } from '#store/subjects/erase-data.ts';
import { beginErasure, completeErasure, noteErasureAlive } from '#store/erasures/erasures.ts';
import { documentsWith } from '../../support/erasures.ts';
import { CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import {
  authorizeUrl,
  comeBack,
  decideOn,
  exchange,
  goToBridge,
  mcpTarget,
  pkce,
  refresh,
  register,
  type RegisteredClient,
  signAnswer,
  type Target,
} from '../../support/mcp/oauth-flow.ts';
import { startService, type TestService } from '../../support/service.ts';
import { StoppingDatabase } from '../../support/stopping-database.ts';

let service: TestService;
let process: StoppingDatabase;
let target: Target;
let client: RegisteredClient;
beforeAll(async () => {
  const apiDatabase = (db: Database) => (process = new StoppingDatabase(db)).db;
  service = await startService({ worker: false, apiDatabase });
  target = await mcpTarget(service);
  client = await register(service.baseUrl);
});
afterAll(async () => await service.stop());

/** Continues from the login bridge to a refreshed token. Rejects where a step is refused, or its process is dead. */
async function connectFrom(browser: CookieBrowser, request: string, sub: string, verifier: string) {
  const back = await comeBack(browser, target, request, await signAnswer(target, request, { sub }));
  if (back.status !== 303) throw new Error(`nobody was signed in: ${back.body}`);
  const page = await browser.get(back.location);
  const sentTo = await decideOn(browser, { page, at: back.location }, 'approve');
  const code = sentTo.searchParams.get('code') ?? '';
  const { body } = await exchange(target.baseUrl, { client, code, verifier });
  if (typeof body['refresh_token'] !== 'string') throw new Error(JSON.stringify(body));
  const refreshed = await refresh(target.baseUrl, client, body['refresh_token']);
  if (refreshed.status !== 200) throw new Error(JSON.stringify(refreshed.body));
}

/** Erases a subject from begin to end, in another process. */
async function eraseAll(subject_ref: string): Promise<void> {
  const { db } = service;
  const { _id } = await beginErasure(db, { workspace_id: target.workspace.id, subject_ref }, newId());
  const work = { isOver: () => false, notify: async () => await Promise.resolve() };
  for (let pass = 0; pass < 2; pass += 1) {
    const erasure = await noteErasureAlive(db, _id);
    if (erasure === null) throw new Error('the erasure is completed');
    expect(await eraseData(db, erasure, work)).toBe(true);
  }
  await completeErasure(db, _id);
}

const ofConnections = /^(?:mcp_grants|oauth_\w+) /;

it('[erasure.everything] [erasure.refuses-new-work] a client that is being connected leaves nothing of a subject that is erased meanwhile, wherever its process was frozen or dies', async () => {
  for (const dies of [false, true]) {
    let last = 0;
    for (let nth = 1, stopped = true; stopped; nth += 1) {
      const sub = `subject-${dies}-${nth}`;
      const { verifier, challenge } = pkce();
      const browser = new CookieBrowser();
      process.restart();
      const request = await goToBridge(browser, authorizeUrl(target, client, challenge));
      const stop = process.stopAt(nth);
      const connected = connectFrom(browser, request, sub, verifier).then(
        () => true,
        () => false,
      );
      stopped = await Promise.race([stop.reached.then(() => true), connected.then(() => false)]);
      if (stopped) await eraseAll(sub);
      stop.goOn(dies);
      expect({ nth, connected: await connected }).toEqual({ nth, connected: !stopped });
      if (!stopped) continue;
      const left = [...(await documentsWith(service.db, sub)).entries()].filter(([key]) =>
        ofConnections.test(key),
      );
      // Nobody looks again at a sign-in whose process died right after it: it expires within minutes.
      const isOfSignIn = dies && nth === 1;
      expect({ dies, nth, left: left.map(([key]) => key.split(' ')[0]) }).toEqual({
        dies,
        nth,
        left: isOfSignIn ? ['oauth_interactions'] : [],
      });
      last = nth;
    }
    expect(last).toBeGreaterThan(8);
  }
});
