import { beforeAll, describe, expect, it } from 'vitest';
import { tokenId } from '#store/oauth/tokens.ts';
import { publishScripted } from '#clients/raw/conversation.ts';
import { holdNext, loseCollection } from '../../support/mcp/held-call.ts';
import { CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import {
  authorize,
  authorizeUrl,
  connect,
  exchange,
  mcpTarget,
  pkce,
  postForm,
  refresh,
  register,
  type RegisteredClient,
  type Target,
  type Tokens,
} from '../../support/mcp/oauth-flow.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
/** Another process of the same deployment. */
let other: string;
let target: Target;
let client: RegisteredClient;
beforeAll(async () => {
  other = (await service.secondApi()).baseUrl;
  target = await mcpTarget(service);
  client = await register(service.baseUrl);
});

const works = async (token: unknown) =>
  (await service.accessTokens.verify(String(token), target.resource)) !== undefined;
const invalidGrant = [400, 'invalid_grant'];
const inShort = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status === 200 ? [200] : [status, body['error']];

describe('[mcp.oauth.code-once] a code', () => {
  it('works once, on any process, and then ends what came of it', async () => {
    const issued = await authorize(target, client);
    const first = await exchange(service.baseUrl, issued);
    expect(inShort(first)).toEqual([200]);
    expect(await works(first.body['access_token'])).toBe(true);
    expect(inShort(await exchange(other, issued))).toEqual(invalidGrant);
    expect(await works(first.body['access_token'])).toBe(false);
    expect(inShort(await refresh(other, client, String(first.body['refresh_token'])))).toEqual(invalidGrant);
  });

  it('that two processes exchange at the same time gives tokens at most once, and none that work', async () => {
    for (let round = 0; round < 5; round += 1) {
      const issued = await authorize(target, client);
      const answers = await Promise.all([exchange(service.baseUrl, issued), exchange(other, issued)]);
      const given = answers.filter(({ status }) => status === 200);
      expect(given.length).toBeLessThanOrEqual(1);
      for (const { body } of given) expect(await works(body['access_token'])).toBe(false);
    }
  });

  it('of a process that stands still after it took it is no longer good for tokens once it was used again', async () => {
    const issued = await authorize(target, client);
    const held = holdNext(service.db, 'oauth_tokens', 'updateOne');
    const slow = exchange(service.baseUrl, issued);
    await held.reached;
    expect(inShort(await exchange(other, issued))).toEqual(invalidGrant);
    held.release();
    expect(inShort(await slow)).toEqual(invalidGrant);
  });

  it('of a process that stands still just before it stores its tokens gives tokens that do not work', async () => {
    const issued = await authorize(target, client);
    const consumed = holdNext(service.db, 'oauth_tokens', 'updateOne');
    const slow = exchange(service.baseUrl, issued);
    await consumed.reached;
    const stored = holdNext(service.db, 'oauth_authorizations', 'findOne');
    consumed.release();
    await stored.reached;
    expect(inShort(await exchange(other, issued))).toEqual(invalidGrant);
    stored.release();
    expect(await works((await slow).body['access_token'])).toBe(false);
  });

  it('needs its verifier, its client and its redirect, and is not used up by a wrong one', async () => {
    const issued = await authorize(target, client);
    const stranger = await register(service.baseUrl);
    for (const wrong of [
      { verifier: pkce().verifier },
      { verifier: '' },
      { client: stranger },
      { client: { ...client, redirect_uris: ['http://127.0.0.1:9/callback'] } },
    ]) {
      expect(inShort(await exchange(service.baseUrl, { ...issued, ...wrong }))).toEqual(invalidGrant);
    }
    expect(inShort(await exchange(service.baseUrl, issued))).toEqual([200]);
  });

  it('is gone after a minute', async () => {
    const issued = await authorize(target, client);
    await service.db.oauth_tokens.updateOne(
      { _id: tokenId('AuthorizationCode', issued.code) },
      { $set: { expires_at: new Date() } },
    );
    expect(inShort(await exchange(service.baseUrl, issued))).toEqual(invalidGrant);
  });
});

describe('[mcp.oauth.refresh-rotation] a refresh token', () => {
  let tokens: Tokens;
  /** As if it had been used so long ago, however long the steps until now have taken. */
  const ageConsumption = async (token: string, seconds: number) =>
    await service.db.oauth_tokens.updateOne(
      { _id: tokenId('RefreshToken', token), consumed_at: { $exists: true } },
      { $set: { consumed_at: new Date(Date.now() - seconds * 1000) } },
    );

  it('is replaced each time, and retries within a minute get the same successor, from any process', async () => {
    tokens = await connect(target, client);
    const answers = [
      await refresh(service.baseUrl, client, tokens.refresh_token),
      ...(await Promise.all([1, 2, 3].map(() => refresh(other, client, tokens.refresh_token)))),
    ];
    await ageConsumption(tokens.refresh_token, 45);
    answers.push(await refresh(other, client, tokens.refresh_token));
    expect(answers.map(inShort)).toEqual(answers.map(() => [200]));
    const successors = new Set(answers.map(({ body }) => String(body['refresh_token'])));
    expect([successors.size, successors.has(tokens.refresh_token)]).toEqual([1, false]);
    expect(new Set(answers.map(({ body }) => body['access_token'])).size).toBe(5);
    for (const { body } of answers) expect(await works(body['access_token'])).toBe(true);
  });

  it('that two use within the minute leads to one chain, in which the later of them is noticed', async () => {
    const { refresh_token } = await connect(target, client);
    const owner = await refresh(service.baseUrl, client, refresh_token);
    const thief = await refresh(other, client, refresh_token);
    const next = String(owner.body['refresh_token']);
    expect(String(thief.body['refresh_token'])).toBe(next);
    const used = await refresh(service.baseUrl, client, next);
    // The old token again, after its successor was used: the same one, which stays used.
    expect((await refresh(other, client, refresh_token)).body['refresh_token']).toBe(next);
    await ageConsumption(next, 65);
    expect(inShort(await refresh(other, client, next))).toEqual(invalidGrant);
    expect(await works(used.body['access_token'])).toBe(false);
  });

  it('that is used again later ends the connection, and the grant stays', async () => {
    const next = await refresh(service.baseUrl, client, tokens.refresh_token);
    await ageConsumption(tokens.refresh_token, 65);
    expect(inShort(await refresh(other, client, tokens.refresh_token))).toEqual(invalidGrant);
    expect(await works(next.body['access_token'])).toBe(false);
    expect(await works(tokens.access_token)).toBe(false);
    expect(inShort(await refresh(service.baseUrl, client, String(next.body['refresh_token'])))).toEqual(
      invalidGrant,
    );
    const { data } = await target.workspace.client.get<object[]>('/v1/mcp/grants?subject=ada');
    expect(data).toHaveLength(1);
  });

  it('of one connection does not end another of the same grant', async () => {
    const [first, second] = [await connect(target, client), await connect(target, client)];
    await refresh(service.baseUrl, client, first.refresh_token);
    await ageConsumption(first.refresh_token, 65);
    expect(inShort(await refresh(service.baseUrl, client, first.refresh_token))).toEqual(invalidGrant);
    expect(inShort(await refresh(service.baseUrl, client, second.refresh_token))).toEqual([200]);
  });

  it('belongs to its client, and gives no more than was consented to', async () => {
    const { refresh_token } = await connect(target, client, { scope: 'read' });
    const stranger = await register(service.baseUrl);
    expect(inShort(await refresh(service.baseUrl, stranger, refresh_token))).toEqual(invalidGrant);
    expect(inShort(await refresh(service.baseUrl, client, refresh_token, { scope: 'read write' }))).toEqual([
      400,
      'invalid_scope',
    ]);
  });
});

describe('[mcp.oauth.resource] an access token', () => {
  it('is refused for another agent, and for anything that is not exactly its resource', async () => {
    const { access_token } = await connect(target, client);
    const { id } = await publishScripted(target.workspace.client, { key: 'other' });
    for (const resource of [`${service.baseUrl}/mcp/${id}`, `${target.resource}/`, service.baseUrl, '']) {
      expect(await service.accessTokens.verify(access_token, resource)).toBeUndefined();
    }
    expect(await works(access_token)).toBe(true);
  });

  it('is not a refresh token, nor a code, nor what is stored', async () => {
    const issued = await authorize(target, client);
    expect(await works(issued.code)).toBe(false);
    const { body } = await exchange(service.baseUrl, issued);
    expect(await works(body['refresh_token'])).toBe(false);
    expect(await works(tokenId('AccessToken', String(body['access_token'])))).toBe(false);
    expect(await works('')).toBe(false);
  });

  it('allows only what the subject consented to last', async () => {
    const first = await connect(target, client, { sub: 'cleo' });
    await connect(target, client, { sub: 'cleo', scope: 'read' });
    const access = await service.accessTokens.verify(first.access_token, target.resource);
    expect(access?.scopes).toEqual(['read']);
  });

  it('[mcp.oauth.stored] is stored nowhere in the clear, and neither is a refresh token or a secret', async () => {
    const secret = await register(service.baseUrl, { token_endpoint_auth_method: 'client_secret_post' });
    const issued = await authorize(target, secret);
    const { body } = await exchange(service.baseUrl, issued, { client_secret: secret.client_secret ?? '' });
    const { db } = service;
    const collections = [
      db.oauth_tokens,
      db.oauth_authorizations,
      db.oauth_clients,
      db.oauth_interactions,
      db.mcp_grants,
    ];
    const stored = await Promise.all(collections.map(async (each) => await each.find({}).toArray()));
    const text = JSON.stringify(stored);
    for (const value of [issued.code, body['access_token'], body['refresh_token'], secret.client_secret]) {
      expect(String(value).length).toBeGreaterThan(40);
      expect(text).not.toContain(value);
      expect(text).not.toContain(Buffer.from(String(value)).toString('base64').slice(0, -2));
    }
  });
});

describe('[mcp.oauth.revocation] a client', () => {
  it.each(['access_token', 'refresh_token'] as const)('ends its connection with its %s', async (kind) => {
    const tokens = await connect(target, client);
    const stays = await connect(target, client);
    const fields = { token: tokens[kind], client_id: client.client_id };
    expect((await postForm(`${service.baseUrl}/oauth/revoke`, fields)).status).toBe(200);
    expect(await works(tokens.access_token)).toBe(false);
    expect(inShort(await refresh(other, client, tokens.refresh_token))).toEqual(invalidGrant);
    expect(await works(stays.access_token)).toBe(true);
  });

  it('cannot end or look at that of another client', async () => {
    const { access_token } = await connect(target, client);
    const stranger = await register(service.baseUrl);
    const fields = { token: access_token, client_id: stranger.client_id };
    expect((await postForm(`${service.baseUrl}/oauth/revoke`, fields)).status).toBe(200);
    expect((await postForm(`${service.baseUrl}/oauth/introspect`, fields)).body).toEqual({ active: false });
    expect(await works(access_token)).toBe(true);
  });

  it('can ask whether its access token still works', async () => {
    const { access_token } = await connect(target, client);
    const fields = { token: access_token, client_id: client.client_id };
    const ask = async () => (await postForm(`${other}/oauth/introspect`, fields)).body;
    expect(await ask()).toMatchObject({ active: true, aud: target.resource, scope: 'read write' });
    await postForm(`${service.baseUrl}/oauth/revoke`, fields);
    expect(await ask()).toEqual({ active: false });
  });
});

describe('[mcp.oauth.clients] a client', () => {
  it('with a secret needs it', async () => {
    for (const method of ['client_secret_basic', 'client_secret_post']) {
      const secret = await register(service.baseUrl, { token_endpoint_auth_method: method });
      const { client_id, client_secret = '' } = secret;
      const { code, verifier } = await authorize(target, secret);
      const fields = {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: secret.redirect_uris[0] ?? '',
      };
      const basic = {
        authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      };
      const ask = async (more: Record<string, string>, headers = {}) =>
        inShort(await postForm(`${service.baseUrl}/oauth/token`, { ...fields, ...more }, headers));
      expect(await ask({ client_id })).toEqual([401, 'invalid_client']);
      expect(await ask({ client_id, client_secret: 'x'.repeat(43) })).toEqual([401, 'invalid_client']);
      const right = method.endsWith('basic') ? ask({}, basic) : ask({ client_id, client_secret });
      expect(await right).toEqual([200]);
    }
  });

  it('that was deleted is told so with 401 invalid_client', async () => {
    const gone = await register(service.baseUrl);
    const { refresh_token } = await connect(target, gone);
    await service.db.oauth_clients.deleteOne({ _id: gone.client_id });
    const answer = await refresh(service.baseUrl, gone, refresh_token);
    expect(inShort(answer)).toEqual([401, 'invalid_client']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('[fault.dependency-down] while MongoDB is away', () => {
  it('a client is told to try again, and may do so with the same code', async () => {
    const issued = await authorize(target, client);
    const back = loseCollection(service.db, 'oauth_tokens');
    const answer = await exchange(service.baseUrl, issued);
    back();
    expect(inShort(answer)).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(JSON.stringify(answer.body)).not.toContain('connection closed');
    expect(inShort(await exchange(service.baseUrl, issued))).toEqual([200]);
  });

  it('a user sees a page that says so', async () => {
    const back = loseCollection(service.db, 'oauth_interactions');
    const page = await new CookieBrowser().get(authorizeUrl(target, client, pkce().challenge));
    back();
    expect([page.status, page.headers.get('retry-after'), page.location]).toEqual([503, '2', '']);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.body).not.toContain('connection closed');
  });
});
