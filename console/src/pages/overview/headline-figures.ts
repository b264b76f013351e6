import { creditsText } from '../../text/credits.ts';
import { locale } from '../../text/locale.ts';
import { duration } from '../../time/format.ts';
import { runCount } from './figures.ts';
import type { useOverview } from './use-overview.ts';

/** One figure that stands for itself. */
export interface HeadlineFigure {
  name: string;
  /** Absent while it is being loaded; null if it cannot be read. */
  value: string | null | undefined;
  about: string | undefined;
}

type Overview = ReturnType<typeof useOverview>;

/** A failed read has no value; its error stands beside it. */
const valueOf = <Data>(
  { data, isError }: { data: Data | undefined; isError: boolean },
  text: (data: Data) => string,
): string | null | undefined => (data === undefined ? (isError ? null : undefined) : text(data));

/** Three figures of runs. */
export function runFigures(runs: Overview['runs']): HeadlineFigure[] {
  const { data } = runs;
  return [
    {
      name: 'Runs',
      value: valueOf(runs, ({ total }) => runCount(total).toLocaleString(locale)),
      about: data && `${runCount(data.total, 'failed').toLocaleString(locale)} failed`,
    },
    {
      name: 'Median time',
      value: valueOf(runs, ({ total }) => (total.to_end === undefined ? '–' : duration(total.to_end.p50_ms))),
      about: data?.total.to_end && `95% within ${duration(data.total.to_end.p95_ms)}`,
    },
    {
      name: 'Cost',
      value: valueOf(runs, ({ total }) => creditsText(total.cost_credits)),
      about: data && `${(data.total.input_tokens + data.total.output_tokens).toLocaleString(locale)} tokens`,
    },
  ];
}

/** The remaining credits. */
export function creditsFigure(credits: Overview['credits']): HeadlineFigure {
  return {
    name: 'Credits left',
    value: valueOf(credits, ({ balance }) => creditsText(balance)),
    about: credits.data && `${creditsText(credits.data.held)} held for open runs`,
  };
}
