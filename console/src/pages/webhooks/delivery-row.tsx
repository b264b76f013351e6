import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { WebhookAttempt } from '../../api/schema.ts';
import { duration } from '../../time/format.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { DeliveryDetail } from './delivery-detail.tsx';

/** An attempt to deliver: a link that opens it to what was sent and answered, and closes it again. */
export function DeliveryRow({
  endpointId,
  attempt,
  open,
  onRedeliver,
}: {
  endpointId: string;
  attempt: WebhookAttempt;
  open: boolean;
  onRedeliver: () => void;
}) {
  const detail = useId();
  const name = attempt.event_type ?? 'An event';
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-5 py-2.5 text-note hover:bg-hover">
        <Link
          to="/webhooks"
          search={{ endpoint: endpointId, ...(!open && { delivery: attempt.id }) }}
          resetScroll={false}
          activeProps={{}}
          data-row
          aria-expanded={open}
          aria-controls={detail}
          className="flex min-w-0 flex-1 basis-64 items-center gap-3 rounded text-left"
        >
          <ChevronRight
            aria-hidden
            className={classes('size-4 shrink-0 text-muted transition-transform', open && 'rotate-90')}
          />
          <Badge tone={attempt.status === 'succeeded' ? 'good' : 'bad'} dot className="shrink-0">
            {attempt.response_status ?? 'No answer'}
          </Badge>
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-2">
              <code className="font-mono text-xs font-medium break-all">{name}</code>
              {attempt.test && <Badge>Test</Badge>}
            </span>
            <span className="block text-muted">
              Attempt {attempt.attempt}, {duration(attempt.duration_ms)}
              {attempt.error !== undefined && `: ${attempt.error.message}`}
              {attempt.next_attempt_at !== undefined && (
                <>
                  {' '}
                  · next <Time at={attempt.next_attempt_at} as="age" />
                </>
              )}
            </span>
          </span>
        </Link>
        <Time at={attempt.created_at} as="age" className="text-muted" />
        <Button
          needs="maker"
          size="small"
          aria-label={`Send ${attempt.event_id} again`}
          onClick={onRedeliver}
        >
          Redeliver
        </Button>
      </div>
      <div id={detail} hidden={!open}>
        {open && <DeliveryDetail endpointId={endpointId} attempt={attempt} />}
      </div>
    </li>
  );
}
