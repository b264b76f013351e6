import { Markdown } from '../../../ui/markdown.tsx';

/**
 * A reply that is being made, or what was said of it before its run paused. Its parts are not read out: the whole is,
 * when it is complete.
 */
export function DraftItem({
  text,
  agentName,
  paused = false,
}: {
  text: string;
  agentName: string;
  paused?: boolean;
}) {
  return (
    <article aria-label={paused ? `${agentName} said` : `${agentName} is writing`} aria-busy={!paused}>
      <p className="mb-1 flex h-7 items-center gap-2 text-note">
        <span className="font-semibold">{agentName}</span>
        {!paused && <span className="text-xs text-muted">writing…</span>}
      </p>
      <div className="text-prose leading-6">
        <Markdown text={text} />
      </div>
    </article>
  );
}
