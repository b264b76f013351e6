import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundMetadata, UnusableMetadata } from '#api/oauth/provider/client-metadata.ts';
import { isClientUrl } from '#api/oauth/provider/metadata-documents.ts';
import { plainName } from '#api/oauth/provider/plain-name.ts';
import { redirectFault } from '#api/oauth/redirects/redirect-uris.ts';
import { agentOfResource, mcpResource } from '#api/oauth/resources.ts';

describe('[mcp.consent.name] the name of a client', () => {
  it.each([
    ['  An\tIDE\n\n2 ', 'An IDE 2'],
    ['a\u202Eb\u200Bc\u0000d', 'a b c d'],
    ['\u2028\u00A0', ''],
    ['\uD800', '\uFFFD'],
    ['🧵'.repeat(200), '🧵'.repeat(100)],
    // Blanks that are no spaces, and characters that are not shown.
    ['\u2800Claude\u3164\u115F', 'Claude'],
    ['Cl\uFFA0aude\u180E\u2003\u3000Code', 'Cl aude Code'],
    ['Claude\u{E0041}\u034F\uFE0F\u00AD', 'Claude'],
    // Marks that pile up over the lines around them.
    [`x${'\u0301\u0489\u0315'.repeat(20)}y\u20DD`, 'x\u0301y'],
    ['e\u0301t\u00E9', 'été'],
    ['ที่', 'ที่'],
    ['हिन्दीं', 'हिन्दीं'],
  ])('%j is shown as %j', (name, shown) => {
    expect(plainName(name)).toBe(shown);
  });

  it('is one visible line of at most a hundred characters, whatever it was', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 300 }), (name) => {
        const shown = plainName(name);
        expect(shown).not.toMatch(/[\p{C}\u2028\u2029]/u);
        expect(shown).not.toMatch(/\p{M}{3}|[^\P{Z} ]|[\p{Default_Ignorable_Code_Point}\u2800]/u);
        expect(shown).toBe(shown.trim());
        expect(Array.from(shown).length).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('[mcp.oauth.redirect] a redirect', () => {
  it.each([
    'https://ide.example/cb?x=1',
    'https://xn--bcher-kva.example:8443/cb',
    'https://bücher.example/cb',
    'http://127.0.0.1/cb',
    'http://localhost:1234/cb',
    'http://[::1]:1234/cb',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://vscode.github-authentication/did-authenticate',
    'com.example.app:/oauth2redirect',
    'my-ide:cb',
  ])('may be %s', (uri) => {
    expect(redirectFault(uri)).toBeUndefined();
  });

  it.each([
    'ftp://ide.example/cb',
    'mailto:eve@evil.example',
    'ws://ide.example/',
    'wss://ide.example/',
    'view-source:https://ide.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://ide.example/x',
    'about:blank',
    'tel:+4912345',
    'sms:+4912345',
    'intent://x#Intent;end',

    'ms-settings:network',
    'search-ms:query=x',
    'web+app:x',
    'chrome-extension://abc/cb',
    'SSH://evil.example',

    'VIEW-SOURCE:https://ide.example/',
    'ldap://evil.example',
    'itms-services://?action=download-manifest',
    'x-safari-https://evil.example/cb',
    'microsoft-edge:https://evil.example/cb',
    'googlechromes://evil.example/cb',
    'firefox-focus://open-url?url=https://evil.example',

    'http://ide.example/cb',
    'https://user@ide.example/cb',
    'https://ide.example/cb#x',
    'https://ide.example/#',

    'https://a;script-src.example/',
    "https://a'b.example/",
    'https://a,b.example/',
    'https://a_b.example/',

    'https://[2001:db8::1]/cb',
    'https://ide.example\\@evil.example/',
    'https://ide.example/a b',
    '/cb',
    '',

    'java\nscript:alert(1)',
    ' https://ide.example/cb',
    'https://ide.example/\u0000',
    'http://127.0.0.1@evil.example/',
  ])('may not be %j', (uri) => {
    expect(redirectFault(uri)).toEqual(expect.any(String));
    expect(() => boundMetadata({ redirect_uris: [uri] })).toThrow(UnusableMetadata);
  });
});

it('[mcp.oauth.clients] what is kept of a client has at most 4 KB', () => {
  const redirects = (length: number) => ({ redirect_uris: [`https://ide.example/${'x'.repeat(length)}`] });
  expect(boundMetadata({ ...redirects(2000), contacts: ['x'.repeat(5000)] })).not.toHaveProperty('contacts');
  const { redirect_uris } = redirects(2000);
  expect(() => boundMetadata({ redirect_uris: [...redirect_uris, `${redirect_uris[0]}y`] })).toThrow(
    UnusableMetadata,
  );
});

it.each([
  ['https://ide.example/client.json', true],
  ['https://ide.example:8443/a/b', true],
  ['https://ide.example/', false],
  ['https://ide.example', false],
  ['http://ide.example/client.json', false],
  ['https://ide.example/a/./b', false],
  ['https://ide.example/a?b', false],
  ['not a URL', false],
  [`https://ide.example/${'x'.repeat(500)}`, false],
])('[mcp.oauth.client-documents] whether %s may be the id of a client: %s', (url, expected) => {
  expect(isClientUrl(url)).toBe(expected);
});

it('[mcp.oauth.resource] only the exact URL of an MCP endpoint names its agent', () => {
  const base = 'https://api.example';
  const id = `agent_${'0a'.repeat(16)}`;
  const resource = mcpResource(base, id);
  expect(resource).toBe(`https://api.example/mcp/${id}`);
  expect(agentOfResource(base, resource)).toBe(id);
  for (const other of [
    `${resource}/`,
    `${resource}?`,
    resource.toUpperCase(),
    `${base}/mcp/`,
    base,
    id,
    '',
  ]) {
    expect(agentOfResource(base, other)).toBeUndefined();
  }
});
