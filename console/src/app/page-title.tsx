import { useRouterState } from '@tanstack/react-router';
import { navigation } from '../ui/navigation.ts';
import { useWaitingCount } from '../inbox-news/waiting-query.ts';

const entries = navigation.flatMap(({ entries }) => entries);

/** The title of the window: how much waits for somebody, and the page. */
export function PageTitle() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { count, text } = useWaitingCount();
  const page = entries.find(({ to }) => path === to || path.startsWith(`${to}/`));
  const parts = [page?.title, 'Heddle'].filter((part) => part !== undefined);
  return <title>{`${count === 0 ? '' : `(${text}) `}${parts.join(' · ')}`}</title>;
}
