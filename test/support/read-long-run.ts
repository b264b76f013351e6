import { readBefore, readRunSoFar } from '#engine/steps/conversation.ts';
import { readTrace } from '#api/resources/runs/read-trace.ts';
import { openDatabase } from '#store/open-database.ts';
import { loadRun } from '#engine/steps/load-run.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import { testKeyring } from './keyring.ts';

// Started with little memory: reads a run as its trace shows it and as its next model turn sees it, and prints the
// lengths. node --max-old-space-size=… test/support/read-long-run.ts URI DATABASE RUN
const [uri = '', database = '', runId = ''] = process.argv.slice(2);
const db = await openDatabase({ uri, database });
const known = await db.runs.findOne({ _id: runId });
const loaded = await loadRun(runPorts(db, testKeyring).store, {
  run_id: runId,
  thread_id: known?.thread_id ?? '',
});
if (loaded === null) throw new Error(`there is no run ${runId}`);

const { turns } = await readTrace(db, testKeyring, loaded.run, 'workspace');
const shown = turns.filter(({ request }) => request?.['truncated'] === undefined);
const shownCalls = turns.filter(({ tool_calls }) => tool_calls[0]?.result?.['truncated'] === undefined);
const trace = {
  turns: turns.length,
  calls: turns.flatMap(({ tool_calls }) => tool_calls).length,
  characters: JSON.stringify(turns).length,
  shown: shown.map(({ seq }) => seq),
  shownCalls: shownCalls.map(({ seq }) => seq),
  oldest: turns[0],
};

const { conversations } = runPorts(db, testKeyring);
const before = await readBefore(conversations, loaded.run);
const { run, known: calls } = await readRunSoFar(conversations, loaded, {
  before,
  now: new Date(),
});
process.stdout.write(JSON.stringify({ trace, messages: run.length, calls: calls?.length }));
await db.close();
