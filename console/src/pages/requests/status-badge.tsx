import { Badge } from '../../ui/badge.tsx';
import { statusWords } from './status-words.ts';

/** The HTTP status of a response. */
export function StatusBadge({ status }: { status: number }) {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return (
    <span title={statusWords(status)}>
      <Badge tone={tone} className="tabular-nums">
        {status}
      </Badge>
    </span>
  );
}
