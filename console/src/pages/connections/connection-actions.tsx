import { Ellipsis } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { FreezeButton } from '../../freezes/freeze-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import type { Connection } from '../../api/schema.ts';
import type { ConnectionDialog } from './connection-dialogs.tsx';

export function ConnectionActions({
  connection: { id, name, type },
  testing,
  onTest,
  onOpen,
}: {
  connection: Connection;
  testing: boolean;
  onTest: () => void;
  onOpen: (dialog: ConnectionDialog) => void;
}) {
  return (
    <div className="flex items-center gap-2">
      {type === 'mcp' && (
        <Button needs="maker" size="small" onClick={() => onOpen('import')}>
          Import tools
        </Button>
      )}
      <Button needs="maker" size="small" busy={testing} onClick={onTest}>
        Test
      </Button>
      <FreezeButton target={{ scope: 'connection', id }} name={`the connection ${name}`} size="small" />
      <Menu
        trigger={
          <Button needs="maker" look="quiet" size="icon" aria-label={`More for ${name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => onOpen('edit')}>Edit</MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => onOpen('delete')}>
          Delete
        </MenuItem>
      </Menu>
    </div>
  );
}
