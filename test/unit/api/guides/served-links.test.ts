import { expect, it } from 'vitest';
import { withServedLinks } from '#api/http/guides/served-links.ts';

const served = new Set(['mcp.md', 'decisions/0001.md']);
const shown = (markdown: string, path = 'mcp.md') =>
  withServedLinks(markdown, path, (each) => served.has(each));

it.each([
  ['[one](decisions/0001.md#why)', '[one](decisions/0001.md#why)'],
  ['[here](#below) and [there](https://a.example/x) and [top](/docs)', undefined],
  ['See [the README](../README.md#start).', 'See the README (`README.md` in the repository).'],
  ['[demo-bridge.ts](../tools/dev/stack/demo-bridge.ts)', '`tools/dev/stack/demo-bridge.ts`'],
  ['[`export/`](../adapters/telemetry/export/)', '`adapters/telemetry/export/`'],
  ['![A run: its\nturns](images/run.png)', '*Picture: A run: its\nturns*'],
  ['[the description](openapi.json)', '[the description](/openapi.json)'],
  ['`calls[name](args)`\n```ts\ncalls[name](../args.ts)\n```', undefined],
])('[operations.guides] %j is served as %j', (markdown, expected) => {
  expect(shown(markdown)).toBe(expected ?? markdown);
});

it('[operations.guides] links are read from where a page is', () => {
  expect(shown('[a](../mcp.md) [b](../../engine/x.ts)', 'decisions/0001.md')).toBe(
    '[a](../mcp.md) b (`engine/x.ts` in the repository)',
  );
});
