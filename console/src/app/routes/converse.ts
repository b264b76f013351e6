import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defined } from '#contract/defined.ts';
import { readInboxSearch } from '../../pages/inbox/inbox-search.ts';
import { textOf } from '../../text/query-string.ts';
import { signedIn } from './root.tsx';

export const playground = createRoute({
  getParentRoute: () => signedIn,
  path: '/playground',
  validateSearch: (search: Record<string, unknown>): { thread?: string; subject?: string } =>
    defined({ thread: textOf(search['thread']), subject: textOf(search['subject']) }),
  component: lazyRouteComponent(() => import('../../pages/playground/playground-page.tsx'), 'PlaygroundPage'),
});

const inboxPage = () => import('../../pages/inbox/inbox-page.tsx');
export const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/inbox',
  validateSearch: readInboxSearch,
  loader: async ({ context, location: { search } }) =>
    (await inboxPage()).loadInbox(context.queryClient, readInboxSearch(search)),
  component: lazyRouteComponent(inboxPage, 'InboxPage'),
});
