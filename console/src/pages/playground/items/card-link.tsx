import { RunLink } from '../run-link.tsx';

/** The way to the run of a card, below it. */
export function CardLink(props: { runId: string; subject: string }) {
  return (
    <p className="mt-1.5 px-1">
      <RunLink {...props} />
    </p>
  );
}
