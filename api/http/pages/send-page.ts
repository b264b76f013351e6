import type { Context } from 'koa';
import { Html, markup } from './markup.ts';
import { style, styleSource } from './style.ts';

/** A page beside the console: of the authorization server, and where a sign-in ends. It works without scripts, and has none. */
export interface Page {
  title: string;
  content: Html;
  status?: number;
  /**
   * Where its form may lead in the end, beside the service: browsers check redirects that follow a form too. Empty: nowhere else.
   * `anywhere`: no limit. Default: it has no form.
   */
  formLeadsTo?: string;
}

function formActions(formLeadsTo: string | undefined): string[] {
  if (formLeadsTo === 'anywhere') return [];
  return [`form-action ${formLeadsTo === undefined ? "'none'" : `'self' ${formLeadsTo}`.trim()}`];
}

/** Sends a page that runs nothing, loads nothing, and cannot be framed or cached. */
export function sendPage(ctx: Context, { title, content, status = 200, formLeadsTo }: Page): void {
  ctx.status = status;
  ctx.type = 'html';
  ctx.set({
    'Cache-Control': 'no-store',
    // The address may contain a credential.
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${styleSource}`,
      ...formActions(formLeadsTo),
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  });
  ctx.body = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text;
}
