import { ArrowRight } from 'lucide-react';
import type { Agent } from '../../api/schema.ts';
import { type Starter, starters } from './starters.ts';

/** For an agent whose model plays scripts: a few scripts. */
export function ScriptStarters({
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
      <h2 id="starters" className="text-note font-medium">
        Try one of these
      </h2>
      <p className="mt-0.5 text-note text-muted">
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
