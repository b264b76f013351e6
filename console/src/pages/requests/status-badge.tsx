import { Badge } from '../../ui/badge.tsx';

/** The HTTP status of a response. */
export function StatusBadge({ status }: { status: number }) {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return (
    <Badge tone={tone} className="tabular-nums">
      {status}
    </Badge>
  );
}
