import type { Costs } from '../../api/schema.ts';
import { creditsText } from '../../text/credits.ts';
import { dayRows, groupRows } from './cost-rows.ts';
import { CostTable } from './cost-table.tsx';
import { dimensionTexts } from './dimension-texts.ts';

/** Costs by dimension and by day. */
export function CostTables({ costs }: { costs: Costs }) {
  const { title, counted } = dimensionTexts[costs.by];
  return (
    <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <CostTable
        title={`Cost by ${title.toLowerCase()}`}
        description={`${creditsText(costs.cost_credits)} in all`}
        first={title}
        counted={counted}
        rows={groupRows(costs)}
      />
      <CostTable
        title="Days"
        description="Newest first, each with the runs that were opened on it"
        first="Day (UTC)"
        counted={counted}
        rows={dayRows(costs)}
      />
    </div>
  );
}
