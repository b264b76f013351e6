import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { type LoopbackServer, serveLoopback } from '../loopback-server.ts';

/** The bridge's settings of the service. */
export interface BridgeSettings {
  /** The service, whose request tokens are accepted. */
  baseUrl: string;
  /** The signing key of the workspace: an HS256 secret. */
  kid: string;
  secret: string;
}

/** Long enough to follow one redirect. */
const sessionSeconds = 60;

/**
 * A login bridge for trying things out, on the loopback interface: it signs anybody in under the name that they type. A
 * real one would ask its own session who the user is. The rest is what a real one does: it checks the request token,
 * signs a session token, and sends the browser back with both.
 * @param port 0 for a free one
 */
export async function startDemoBridge(port: number, settings: BridgeSettings): Promise<LoopbackServer> {
  const keys = createRemoteJWKSet(new URL(`${settings.baseUrl}/oauth/jwks`));
  const check = async (request: string) =>
    (await jwtVerify(request, keys, { issuer: settings.baseUrl, requiredClaims: ['exp', 'jti'] })).payload;
  return await serveLoopback(async (message, response) => {
    const url = new URL(message.url ?? '/', 'http://bridge');
    if (url.pathname !== '/login') return sendPage(response, 404, '<h1>There is nothing here</h1>');
    const fields = message.method === 'POST' ? await formOf(message) : url.searchParams;
    const request = fields.get('request') ?? '';
    const asked = await check(request).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    });
    if (asked === undefined) return sendPage(response, 400, '<h1>This request is not valid</h1>');
    if (message.method !== 'POST') return sendPage(response, 200, form(request, asked));
    const back = new URL(String(asked['return_to']));
    back.searchParams.set('request', request);
    back.searchParams.set('token', await sign(settings, asked, fields.get('subject') || 'demo-user'));
    response.writeHead(303, { location: back.href, 'cache-control': 'no-store' }).end();
  }, port);
}

/** The session token is for this sign-in alone: it opens nothing else, and no other token is accepted for it. */
async function sign({ kid, secret }: BridgeSettings, { jti }: JWTPayload, subject: string): Promise<string> {
  return await new SignJWT({ request_jti: jti })
    .setProtectedHeader({ alg: 'HS256', kid })
    .setSubject(subject)
    .setAudience('loom')
    .setIssuedAt()
    .setExpirationTime(`${sessionSeconds}s`)
    .sign(new TextEncoder().encode(secret));
}

async function formOf(message: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await text(message));
}

function form(request: string, { client_name }: JWTPayload): string {
  return `<h1>Demo login bridge</h1>
<p>${escape(String(client_name))} wants to be connected. Who are you?</p>
<form method="post">
<input type="hidden" name="request" value="${escape(request)}">
<label>Sign in as <input name="subject" value="demo-user" required maxlength="255"></label>
<button>Sign in</button>
</form>`;
}

function sendPage(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Demo login bridge</title><body>${content}`,
  );
}

function escape(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
