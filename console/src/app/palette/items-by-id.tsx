import { Hash } from 'lucide-react';
import { PaletteGroup } from './palette-group.tsx';
import { PaletteItem } from './palette-item.tsx';
import type { GoTo } from './use-palette-actions.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Links for an id that was typed: its kind is unknown, so each candidate is offered. */
export function ItemsById({ id, goTo }: { id: string; goTo: GoTo }) {
  if (!uuid.test(id)) return null;
  return (
    <PaletteGroup heading="By id" forceMount>
      <PaletteItem
        icon={Hash}
        value={`run ${id}`}
        onSelect={goTo({ to: '/runs/$runId', params: { runId: id } })}
      >
        Open the run
      </PaletteItem>
      <PaletteItem
        icon={Hash}
        value={`thread ${id}`}
        onSelect={goTo({ to: '/playground', search: { thread: id } })}
      >
        Open the thread in the playground
      </PaletteItem>
    </PaletteGroup>
  );
}
