import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Endpoint } from './endpoint.ts';

const disabledReasons = { gone: 'it answered with 410', failing: 'it failed for five days' };

/** Whether the endpoint gets what it should. */
export function HealthBadge({
  endpoint: { enabled, disabled_reason, failing_since },
}: {
  endpoint: Endpoint;
}) {
  if (disabled_reason !== undefined) {
    return <Badge tone="bad">Disabled: {disabledReasons[disabled_reason]}</Badge>;
  }
  if (!enabled) return <Badge>Disabled</Badge>;
  if (failing_since !== undefined) {
    return (
      <Badge tone="warn" dot>
        Failing since <Time at={failing_since} />
      </Badge>
    );
  }
  return (
    <Badge tone="good" dot>
      Enabled
    </Badge>
  );
}
