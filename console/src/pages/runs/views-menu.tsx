import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import type { RunSearch } from './run-search.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { readViews, type SavedView, withView } from './saved-views.ts';

/** The saved views of the list. Each is an address, so that it can be shared. */
export function ViewsMenu({ search, onOpen }: { search: RunSearch; onOpen: (search: RunSearch) => void }) {
  const key = `run views ${useSession().workspace.id}`;
  const [views, setViews] = useState(() => readViews(localStorage.getItem(key)));
  const [saving, setSaving] = useState(false);
  const keep = (next: SavedView[]): void => {
    localStorage.setItem(key, JSON.stringify(next));
    setViews(next);
  };
  const current = views.find((view) => sameSearch(view.search, search));
  return (
    <>
      <Menu
        trigger={
          <Button>
            <Bookmark aria-hidden /> {current?.name ?? 'Views'}
          </Button>
        }
      >
        {views.map((view) => (
          <MenuItem key={view.name} checked={view === current} onSelect={() => onOpen(view.search)}>
            {view.name}
          </MenuItem>
        ))}
        {views.length > 0 && <MenuSeparator />}
        {current === undefined ? (
          <MenuItem onSelect={() => setSaving(true)}>Save these filters…</MenuItem>
        ) : (
          <MenuItem danger onSelect={() => keep(views.filter((view) => view !== current))}>
            Delete this view
          </MenuItem>
        )}
      </Menu>
      {saving && (
        <SaveViewDialog
          onClose={() => setSaving(false)}
          onSave={(name) => keep(withView(views, { name, search }))}
        />
      )}
    </>
  );
}

function sameSearch(one: RunSearch, other: RunSearch): boolean {
  const textOf = (search: RunSearch): string => JSON.stringify(search, Object.keys(search).toSorted());
  return textOf(one) === textOf(other);
}
