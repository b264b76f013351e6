import { ReportOutcome } from '#contract/mcp-tools.ts';
import { recordOutcome } from '../../resources/runs/record-outcome.ts';
import { listedSchema } from '../listed-schema.ts';
import { once } from '../once.ts';
import { tool } from '../tool.ts';

/** Reports what became of a proposed action (mcp.server.write-tools). */
export const reportOutcome = tool({
  name: 'report_outcome',
  title: 'Report an outcome',
  description:
    'Reports whether an action that the agent proposed has taken place, and waits for what follows. Report only what really happened. The first report counts.',
  args: ReportOutcome,
  inputSchema: listedSchema(ReportOutcome, 'input'),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  fieldErrors: { state: 'invalid_state' },
  async perform(call, args, key) {
    const { run_id, ...outcome } = args;
    return await once(
      call,
      { tool: 'report_outcome', args, key },
      async () => await recordOutcome(call.services, call.caller, run_id, outcome),
    );
  },
});
