import { GetToolRun } from '#contract/mcp-tools.ts';
import { visibleRun } from '../../resources/runs/visible-run.ts';
import { listedSchema } from '../listed-schema.ts';
import { tool } from '../tool.ts';

/** Shows a run of the grant (mcp.server.get-run). */
export const getRun = tool({
  name: 'get_run',
  title: 'Get a run',
  description:
    'Shows how far the agent has got with a message: its reply, what it waits for, or that it is still working. With `wait`, it answers as soon as that changes.',
  args: GetToolRun,
  inputSchema: listedSchema(GetToolRun, 'input'),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async perform({ services, caller }, { run_id }) {
    return (await visibleRun(services.endedRuns, caller, run_id))._id;
  },
});
