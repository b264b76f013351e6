import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { McpServer } from '@modelcontextprotocol/server';
import type { ToolRun } from '#contract/mcp-tools.ts';
import { describePending } from '../describe-run.ts';

/** The extension by which hosts show what a server draws (SEP-1865). */
export const appsExtension = 'io.modelcontextprotocol/ui';
export const appMimeType = 'text/html;profile=mcp-app';

const uri = 'ui://heddle/approval-card.html';
/** The key of the card's data in the `_meta` of a tool's result. */
const cardMeta = 'heddle/card';

/** The `_meta` by which a tool has its results shown on the card. */
export const shownOnCard = { ui: { resourceUri: uri } };

/** The lines of a held write for the card: all that a person who decides is shown. */
export function cardOf({ pending }: ToolRun): Record<string, unknown> {
  if (pending?.kind !== 'confirmation') return {};
  const { approval_url: url } = pending;
  const lines = describePending(pending).split('\n');
  return { [cardMeta]: { lines, ...(url === undefined ? {} : { url }) } };
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The card loads nothing and runs only its own script. */
function cardPage(): string {
  const [script, style] = [read('approval-card.js'), read('approval-card.css')];
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Held for approval</title>
<style>${style}</style>
</head>
<body>
<main id="card" hidden></main>
<script>${script}</script>
</body>
</html>
`;
}

const page = cardPage();

/** The approval card, for hosts that show apps. It can decide nothing: it calls no tools, and links to the page where the user does. */
export function serveApprovalCard(server: McpServer): void {
  const _meta = { ui: { csp: {}, prefersBorder: true } };
  server.registerResource(
    'approval-card',
    uri,
    {
      title: 'Approval card',
      description: 'Shows what is held for approval, and leads the user to the page where it is decided.',
      mimeType: appMimeType,
      _meta,
    },
    () => ({ contents: [{ uri, mimeType: appMimeType, text: page, _meta }] }),
  );
}
