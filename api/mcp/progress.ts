import type { ServerContext } from '@modelcontextprotocol/server';
import type { ReportProgress } from './await-run.ts';

/** The most reports of one call: a run can make thousands of calls while somebody waits for it. */
const mostReports = 100;
/** The longest token that is repeated in every report. */
const longestToken = 256;

/** Reports progress to the client of a call, if it asked for that. */
export function progressOf({ mcpReq }: ServerContext): ReportProgress {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined || String(progressToken).length > longestToken) return () => {};
  let progress = 0;
  return (message) => {
    if (progress === mostReports) return;
    progress += 1;
    const params = { progressToken, progress, message };
    // The client may have gone.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
