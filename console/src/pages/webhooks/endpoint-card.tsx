import { ChevronDown, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../text/counted.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Deliveries } from './deliveries.tsx';
import type { Endpoint } from './endpoint.ts';
import { type EndpointDialog, EndpointDialogs } from './endpoint-dialogs.tsx';
import { EndpointLink } from './endpoint-link.tsx';
import { HealthBadge } from './health-badge.tsx';
import { useEndpointActions } from './use-endpoint-actions.ts';

/** An endpoint with its state, what can be done with it and, when opened, its deliveries. Its address leads to them. */
export function EndpointCard({
  endpoint,
  open,
  delivery,
  onOpenChange,
  onSecret,
}: {
  endpoint: Endpoint;
  open: boolean;
  /** The delivery that is shown in full. */
  delivery: string | undefined;
  onOpenChange: (open: boolean) => void;
  /** Shows a new secret. */
  onSecret: (secret: string) => void;
}) {
  const [dialog, setDialog] = useState<EndpointDialog>();
  const { id, url, description, enabled, events } = endpoint;
  const actions = useEndpointActions(endpoint, onSecret);
  const { test, toggle } = actions;
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 px-5 py-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-mono text-xs leading-5 font-medium break-all sm:text-note">
            <EndpointLink endpoint={endpoint} />
          </h2>
          {description !== undefined && <p className="mt-0.5 text-note text-muted">{description}</p>}
          <p className="mt-1.5 flex flex-wrap items-center gap-2 text-note text-muted">
            <HealthBadge endpoint={endpoint} />
            {events.includes('*') ? 'All events' : counted(events.length, 'event type')}
            {endpoint.ids_only && ' · ids only'}
          </p>
        </div>
        <div className="flex items-center gap-2">
          <Button needs="maker" size="small" busy={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
          <Button size="small" aria-expanded={open} onClick={() => onOpenChange(!open)}>
            Deliveries
            <ChevronDown aria-hidden className={classes('transition-transform', open && 'rotate-180')} />
          </Button>
          <Menu
            trigger={
              <Button needs="admin" look="quiet" size="icon" aria-label={`More for ${url}`}>
                <Ellipsis aria-hidden />
              </Button>
            }
          >
            <MenuItem onSelect={() => setDialog('edit')}>Edit</MenuItem>
            <MenuItem onSelect={() => toggle.mutate()}>{enabled ? 'Disable' : 'Enable'}</MenuItem>
            <MenuItem onSelect={() => setDialog('rotate')}>Rotate the secret</MenuItem>
            <MenuSeparator />
            <MenuItem danger onSelect={() => setDialog('delete')}>
              Delete
            </MenuItem>
          </Menu>
        </div>
      </div>
      {open && <Deliveries endpointId={id} opened={delivery} />}
      <EndpointDialogs
        endpoint={endpoint}
        open={dialog}
        actions={actions}
        onClose={() => setDialog(undefined)}
      />
    </Card>
  );
}
