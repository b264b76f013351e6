import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WebhookAttempt, WebhookDelivery } from '../../api/schema.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { CodeBlock, JsonView } from '../../ui/json-view.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { bodyOf } from './body-of.ts';
import { deliveryQuery } from './queries.ts';

/** The request and response of an attempt, and a link to its run. */
export function DeliveryDetail({ endpointId, attempt }: { endpointId: string; attempt: WebhookAttempt }) {
  const { data, error, isPending, refetch } = useQuery(deliveryQuery(endpointId, attempt.id));
  if (isPending) return <SkeletonLines lines={4} className="px-5 pb-5 sm:pl-12" />;
  if (error !== null) {
    return <ErrorNotice error={error} onRetry={() => void refetch()} className="mx-5 mb-5" />;
  }
  return (
    <div className="space-y-4 px-5 pt-1 pb-5 text-note sm:pl-12">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
        <code className="font-mono text-xs break-all">{attempt.event_id}</code>
        {attempt.run_id !== undefined && (
          <Link
            to="/runs/$runId"
            params={{ runId: attempt.run_id }}
            className="font-medium text-accent hover:underline"
          >
            See the run
          </Link>
        )}
      </p>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <Shown title="Request" body={data.request} absent="The event is no longer kept." />
        <Shown
          title="Response"
          body={data.response}
          absent={data.response_status === undefined ? 'There was none.' : 'It had no body.'}
        />
      </div>
    </div>
  );
}

function Shown({ title, body, absent }: { title: string; body: WebhookDelivery['request']; absent: string }) {
  const shown = body && bodyOf(body);
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1.5 text-note font-medium">{title}</h3>
      {shown === undefined && <p className="text-muted">{absent}</p>}
      {shown !== undefined &&
        ('json' in shown ? (
          <JsonView value={shown.json} label={`${title} body`} />
        ) : (
          <CodeBlock text={shown.text} label={`${title} body`} wraps />
        ))}
      {body?.truncated && <p className="mt-1 text-muted">Only the beginning is shown.</p>}
    </section>
  );
}
