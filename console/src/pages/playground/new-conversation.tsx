import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { agentsQuery } from '../../published/agents-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import type { Action } from './curl.ts';
import { FirstMessage } from './first-message.tsx';
import { latestAgents } from './latest-agents.ts';
import { NoAgent } from './no-agent.tsx';

/** Where a conversation begins: with whom, and about what. */
export function NewConversation({
  subject,
  chooser,
  onAction,
  onStarted,
}: {
  subject: string;
  chooser: ReactNode;
  onAction: (action: Action) => void;
  /** The thread is there, to be followed before the first message is sent. */
  onStarted: (thread: string, firstMessage: string) => void;
}) {
  const agents = useQuery(agentsQuery);
  const [first, ...others] = useMemo(() => latestAgents(agents.data ?? []), [agents.data]);
  return (
    <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
      <div className="flex h-13 shrink-0 items-center px-3 xl:hidden">{chooser}</div>
      <div className="m-auto w-full max-w-2xl px-4 py-8">
        <h1 className="text-2xl font-semibold tracking-tight">Playground</h1>
        <p className="mt-1.5 text-prose text-muted">
          Talk to an agent as <span className="font-medium text-ink">{subject}</span>, and see each event as
          it happens.
        </p>
        {agents.isPending && <SkeletonLines className="mt-8" />}
        {agents.error !== null && (
          <ErrorNotice error={agents.error} onRetry={() => void agents.refetch()} className="mt-8" />
        )}
        {agents.isSuccess && first === undefined && <NoAgent />}
        {first !== undefined && (
          <FirstMessage
            subject={subject}
            agents={[first, ...others]}
            onAction={onAction}
            onStarted={onStarted}
          />
        )}
      </div>
    </div>
  );
}
