import type { ReactNode } from 'react';
import type { RunSearch } from '../runs/run-search.ts';
import type { ChartKind } from './chart-look.ts';
import type { Figures } from './figures.ts';

/** What is drawn, and how. */
export interface ChartProps {
  figures: Figures;
  kind: ChartKind;
  /** Opens the runs behind a bar or a point. The table has links for whoever uses no mouse. */
  onOpen: (runs: RunSearch) => void;
}

/** What the library draws: its chart has to be the child of its container, and no component in between. */
export interface Drawn extends ChartProps {
  data: Record<string, string | number>[];
  grid: ReactNode;
  tips: ReactNode;
}
