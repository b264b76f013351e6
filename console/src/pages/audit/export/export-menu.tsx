import { ChevronDown, Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../../statements/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import type { AuditSearch } from '../audit-search.ts';
import { type ExportFormat, exportLog } from './export-log.ts';
import { locale } from '../../../text/locale.ts';

/** Saves the log as a file: what is listed as CSV, to read, or all of it as JSON Lines, to verify. */
export function ExportMenu({ search }: { search: AuditSearch }) {
  const toasts = useToasts();
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (format: ExportFormat, of: AuditSearch): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    try {
      const { signal } = controller;
      const file = await exportLog({ format, search: of, signal, onProgress: setCount });
      saveFile(`audit-${new Date().toISOString().slice(0, 10)}.${format}`, file);
    } catch (error) {
      if (!controller.signal.aborted) toasts.failed('Not exported', error);
    }
    setCount(undefined);
  };
  if (count !== undefined) {
    return (
      <Button onClick={() => running.current?.abort()}>
        <span role="status" className="tabular-nums">
          {count.toLocaleString(locale)} entries
        </span>
        · Stop
      </Button>
    );
  }
  return (
    <Menu
      trigger={
        <Button needs="auditor">
          <Download aria-hidden /> Export <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={() => void save('csv', search)}>Listed entries as CSV, for reading</MenuItem>
      <MenuItem onSelect={() => void save('jsonl', {})}>Whole log as JSON Lines, for verification</MenuItem>
    </Menu>
  );
}
