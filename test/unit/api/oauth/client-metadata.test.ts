import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainName } from '#api/oauth/provider/client-metadata.ts';
import { isClientUrl } from '#api/oauth/provider/metadata-documents.ts';
import { agentOfResource, mcpResource } from '#api/oauth/resources.ts';

describe('the name of a client', () => {
  it.each([
    ['  An\tIDE\n\n2 ', 'An IDE 2'],
    ['a\u202Eb\u200Bc\u0000d', 'a b c d'],
    ['\u2028\u00A0', ''],
    ['\uD800', '\uFFFD'],
    ['🧵'.repeat(200), '🧵'.repeat(100)],
  ])('%j is shown as %j', (name, shown) => {
    expect(plainName(name)).toBe(shown);
  });

  it('is one visible line of at most a hundred characters, whatever it was', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 300 }), (name) => {
        const shown = plainName(name);
        expect(shown).not.toMatch(/[\p{C}\u2028\u2029]/u);
        expect(shown).toBe(shown.trim());
        expect(Array.from(shown).length).toBeLessThanOrEqual(100);
      }),
    );
  });
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
