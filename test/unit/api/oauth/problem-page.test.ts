import type { Context } from 'koa';
import { expect, it } from 'vitest';
import { AuthorizationProblem, sendProblem } from '#api/oauth/pages/problem-page.ts';

it.each([
  [409, true],
  [503, false],
])(
  '[mcp.server.approval-page] a page that ends with %i says that nothing was changed only if that is known: %s',
  (status, isKnown) => {
    const sent = { set: () => undefined, body: '' };
    sendProblem(sent as unknown as Context, new AuthorizationProblem(status, 'This did not work', 'Why.'));
    expect(sent.body.includes('Nothing was changed.')).toBe(isKnown);
    expect(sent.body.includes('Whether anything was changed is not known')).toBe(!isKnown);
  },
);
