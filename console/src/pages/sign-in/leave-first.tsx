import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sessionQuery } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';

/** Asks for confirmation before a link replaces the session. */
export function LeaveFirst({ onFollow }: { onFollow: () => void }) {
  const router = useRouter();
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  if (session === undefined || session === null) return null;
  return (
    <div className="space-y-3">
      <p className="text-sm">
        You are signed in to <b>{session.workspace.name}</b> as <b>{session.name}</b>. The link signs you in
        somewhere else, or as somebody else.
      </p>
      <Button look="primary" className="w-full" onClick={() => router.history.replace('/console/')}>
        Stay signed in
      </Button>
      <Button className="w-full" onClick={onFollow}>
        Use the link
      </Button>
    </div>
  );
}
