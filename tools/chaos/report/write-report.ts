import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Violation } from '../checks/check.ts';
import type { Evidence } from '../evidence/evidence.ts';

/** The most violations of one rule that are written and printed. Others are counted. */
const mostOfARule = 10;

/**
 * Writes a file for each violation, with everything that is known of its run, and resolves to the lines for the
 * terminal.
 * @param directory is created
 */
export async function writeReport(
  violations: readonly Violation[],
  evidence: Evidence,
  directory: string,
): Promise<string[]> {
  await mkdir(directory, { recursive: true });
  const lines: string[] = [];
  for (const [rule, broken] of Map.groupBy(violations, (violation) => violation.rule)) {
    lines.push(`${rule}: ${broken.length}`);
    for (const [index, violation] of broken.slice(0, mostOfARule).entries()) {
      const file = join(directory, `${rule}-${index + 1}.json`);
      await writeFile(file, JSON.stringify({ violation, ...aboutRun(violation, evidence) }, null, 2));
      lines.push(`  ${violation.what}${idsOf(violation)}`, `    ${file}`);
    }
    if (broken.length > mostOfARule) lines.push(`  … and ${broken.length - mostOfARule} more`);
  }
  return lines;
}

function idsOf({ run_id, thread_id, tool_call_id }: Violation): string {
  const ids = Object.entries({ run: run_id, thread: thread_id, call: tool_call_id });
  return ids.flatMap(([name, id]) => (id === undefined ? [] : [`; ${name} ${id}`])).join('');
}

/** The run as clients, the host and the API know it, and the faults meanwhile. */
function aboutRun({ run_id, thread_id }: Violation, evidence: Evidence): Record<string, unknown> {
  const { journal, runs, threads, host, faults } = evidence;
  const found = runs.find(({ run }) => run.id === run_id);
  const ofRun = (record: { run_id?: string }) => record.run_id !== undefined && record.run_id === run_id;
  return {
    run: found?.run,
    events: found?.events,
    trace: found?.trace,
    host: host.filter(ofRun),
    posted: journal.messages.filter((message) => ofRun(message) || message.answers === run_id),
    decisions: journal.decisions.filter(ofRun),
    outcomes: journal.outcomes.filter(ofRun),
    cancels: journal.cancels.filter(ofRun),
    messages: threads.find(({ id }) => id === thread_id)?.messages.filter(ofRun),
    faults: faults.map(({ from, until, ...fault }) => ({
      ...fault,
      from: new Date(from).toISOString(),
      ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
    })),
  };
}
