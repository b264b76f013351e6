import type { ReactNode } from 'react';
import type { RunSearch } from '../runs/run-search.ts';
import type { ChartKind } from './chart-look.ts';
import type { Figures } from './figures.ts';

/** The props of a chart. */
export interface ChartProps {
  figures: Figures;
  kind: ChartKind;
  /** Opens the runs behind a bar or a point. The table has links for people without a mouse. */
  onOpen: (runs: RunSearch) => void;
}

/** The library requires the chart to be the direct child of its container. */
export interface Drawn extends ChartProps {
  data: Record<string, string | number>[];
  grid: ReactNode;
  tips: ReactNode;
}
