import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Bot } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { clientFor, dataOf } from '../../api/client.ts';
import type { Agent } from '../../api/schema.ts';
import { agentsQuery } from '../../published/agents-query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Composer } from './composer.tsx';
import type { Action } from './curl.ts';
import { latestAgents } from './latest-agents.ts';
import { type Starter, starters } from './starters.ts';

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
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const offered = useMemo(() => latestAgents(agents.data ?? []), [agents.data]);
  const agent = offered.find(({ id }) => id === chosen) ?? offered[0];

  const start = async (content: string): Promise<boolean> => {
    if (agent === undefined) return false;
    setBusy(true);
    setError(undefined);
    const client = clientFor({ as: 'playground', subject });
    try {
      const thread = dataOf(await client.POST('/v1/loom/threads', { body: { agent_id: agent.id } }));
      onAction({
        title: 'Create the thread',
        method: 'POST',
        path: '/v1/loom/threads',
        subject,
        body: { agent_id: agent.id },
      });
      onStarted(thread.id, content);
      return true;
    } catch (error) {
      setError(error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
      <div className="flex h-13 shrink-0 items-center px-3 xl:hidden">{chooser}</div>
      <div className="m-auto w-full max-w-2xl px-4 py-8">
        <h1 className="text-2xl font-semibold tracking-tight">Playground</h1>
        <p className="mt-1.5 text-[15px] text-muted">
          Talk to an agent as <span className="font-medium text-ink">{subject}</span>, and see each event as
          it happens.
        </p>
        {agents.isPending && <SkeletonLines className="mt-8" />}
        {agents.error !== null && (
          <ErrorNotice error={agents.error} onRetry={() => void agents.refetch()} className="mt-8" />
        )}
        {agents.isSuccess && agent === undefined && (
          <EmptyState
            icon={Bot}
            title="There is no agent to talk to"
            action={
              <Button asChild look="primary">
                <Link to="/agents">Publish an agent</Link>
              </Button>
            }
          >
            An agent has instructions, a model and the patches that it may call.
          </EmptyState>
        )}
        {agent !== undefined && (
          <div className="mt-8 space-y-4">
            <Field label="Agent" className="max-w-80">
              {(control) => (
                <Select {...control} value={agent.id} onChange={({ target }) => setChosen(target.value)}>
                  {offered.map(({ id, name, version, model_class }) => (
                    <option key={id} value={id}>
                      {name}, version {version} ({model_class})
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Composer
              subject={subject}
              placeholder={`Message ${agent.name}`}
              busy={busy}
              text={text}
              onText={setText}
              onSend={start}
            />
            {error !== undefined && <ErrorNotice error={error} />}
            {agent.model_class === 'scripted' && (
              <Starters agent={agent} busy={busy} onChoose={({ text }) => void start(text)} />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** For an agent whose model plays scripts: a few scripts. */
function Starters({
  agent,
  busy,
  onChoose,
}: {
  agent: Agent;
  busy: boolean;
  onChoose: (starter: Starter) => void;
}) {
  const has = new Set(agent.patches.map(({ ref }) => ref.split('@')[0]));
  const fitting = starters.filter(({ patch }) => patch === undefined || has.has(patch));
  if (fitting.length === 0) return null;
  return (
    <section aria-labelledby="starters" className="pt-4">
      <h2 id="starters" className="text-[13px] font-medium">
        Try one of these
      </h2>
      <p className="mt-0.5 text-[13px] text-muted">
        {agent.name} plays scripts, so that everything works without a model provider.
      </p>
      <ul className="mt-3 grid grid-cols-1 gap-2 sm:grid-cols-2">
        {fitting.map((starter) => (
          <li key={starter.title}>
            <button
              type="button"
              disabled={busy}
              onClick={() => onChoose(starter)}
              className="group flex w-full items-center gap-3 rounded-xl border bg-surface px-4 py-3 text-left text-sm font-medium shadow-card transition-colors hover:border-line-strong hover:bg-hover disabled:opacity-60"
            >
              {starter.title}
              <ArrowRight
                className="ml-auto size-4 text-muted transition-transform group-hover:translate-x-0.5"
                aria-hidden
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
