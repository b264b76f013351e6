import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { locale } from '../text/locale.ts';
import { saveFile } from '../statements/save-file.ts';
import { Button } from './button.tsx';
import { useToasts } from './toast.tsx';
import { csvOf, type CsvColumn } from './csv-of.ts';

/** Saves a table as CSV, all of its pages. What is read so far is counted, and can be stopped. */
export function CsvButton<Item>({
  name,
  columns,
  pages,
}: {
  /** Name of the file. */
  name: string;
  columns: readonly CsvColumn<Item>[];
  /** Reads all rows, page by page. */
  pages: (signal: AbortSignal) => AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>;
}) {
  const toasts = useToasts();
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    try {
      const file = await csvOf(columns, pages(controller.signal), setCount);
      saveFile(
        `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${new Date().toISOString().slice(0, 10)}.csv`,
        file,
      );
    } catch (error) {
      if (!controller.signal.aborted) toasts.failed('Not saved', error);
    }
    setCount(undefined);
  };
  if (count === undefined) {
    return (
      <Button size="small" look="quiet" aria-label={`${name} as CSV`} onClick={() => void save()}>
        <Download aria-hidden /> CSV
      </Button>
    );
  }
  return (
    <Button size="small" look="quiet" onClick={() => running.current?.abort()}>
      <span className="tabular-nums">{count.toLocaleString(locale)} rows</span> · Stop
    </Button>
  );
}
