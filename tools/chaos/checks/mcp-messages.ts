import { endingOf } from '../evidence/run-events.ts';
import type { Check } from './check.ts';

/** A message through MCP is answered there. */
export const mcpMessages: Check = {
  rule: 'mcp-messages',
  holds: 'A message that was accepted through MCP has one run, whose reply get_run shows.',
  find({ journal, runs, mcpRuns }) {
    const contents = Map.groupBy(journal.mcpMessages, ({ content }) => content);
    return journal.mcpMessages.flatMap(({ content, run_id, reply }) => {
      const seen = mcpRuns.get(run_id);
      const run = runs.find((each) => each.run.id === run_id);
      const isAnswered = run !== undefined && endingOf(run) === 'finished';
      return [
        (contents.get(content)?.length ?? 0) > 1 && 'one key led to several runs',
        seen === undefined && 'get_run does not show it',
        seen !== undefined && !seen.terminal && `get_run shows it as ${seen.state}`,
        isAnswered &&
          seen !== undefined &&
          seen.reply !== reply &&
          `get_run shows the reply ${JSON.stringify(seen.reply)}, not ${JSON.stringify(reply)}`,
      ].flatMap((what) =>
        typeof what === 'string' ? [{ what, run_id, thread_id: run?.run.thread_id }] : [],
      );
    });
  },
};
