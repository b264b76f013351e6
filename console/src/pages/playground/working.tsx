/** Says that the agent is at work, before it says anything. */
export function Working({ agentName }: { agentName: string }) {
  return (
    <li className="flex items-center gap-1.5 text-note text-muted">
      <span className="flex gap-1" aria-hidden>
        <span className="size-1.5 animate-pulse rounded-full bg-muted" />
        <span className="size-1.5 animate-pulse rounded-full bg-muted [animation-delay:150ms]" />
        <span className="size-1.5 animate-pulse rounded-full bg-muted [animation-delay:300ms]" />
      </span>
      {agentName} is working
    </li>
  );
}
