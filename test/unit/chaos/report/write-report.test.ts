import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Violation } from '#chaos/checks/check.ts';
import { figuresOf } from '#chaos/report/figures.ts';
import { writeReport } from '#chaos/report/write-report.ts';
import { temporaryDirectory } from '../../dev/temporary-directory.ts';
import { epoch, evidenceOfAGoodRun } from '../evidence-of-a-good-run.ts';

it('has a line for each violation with its ids, and a file with all that is known of the run', async () => {
  const directory = join(temporaryDirectory(), 'violations');
  const violation: Violation = {
    rule: 'sent-calls',
    what: 'a call of pay is told as cancelled',
    run_id: 'paying',
    thread_id: 'thread',
    tool_call_id: 'pay-call',
  };
  const lines = await writeReport([violation], evidenceOfAGoodRun(), directory);
  const file = join(directory, 'sent-calls-1.json');
  expect(lines).toEqual([
    'sent-calls: 1',
    '  a call of pay is told as cancelled; run paying; thread thread; call pay-call',
    `    ${file}`,
  ]);
  const written = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown[]>;
  expect(written).toMatchObject({ violation, run: { id: 'paying' } });
  expect(written['events']).toHaveLength(6);
  expect(written['decisions']).toHaveLength(2);
  expect(written['host']).toHaveLength(1);
  expect(written['messages']).toHaveLength(2);
});

it('counts what is too much to print', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ rule: 'money', what: `fault ${index}` }));
  const lines = await writeReport(many, evidenceOfAGoodRun(), temporaryDirectory());
  expect(lines[0]).toBe('money: 12');
  expect(lines.at(-1)).toBe('  … and 2 more');
  expect(lines).toHaveLength(1 + 2 * 10 + 1);
});

it('sums up what a run was made of', () => {
  const evidence = evidenceOfAGoodRun();
  evidence.faults.push(
    { part: 'api-1', kind: 'kill', from: epoch, until: epoch + 1 },
    { part: 'api-2', kind: 'kill', from: epoch, until: epoch + 1 },
    { part: 'mongodb', kind: 'freeze', from: epoch, until: epoch + 1 },
  );
  evidence.journal.requests.set('202', 4);
  const figures = Object.fromEntries(
    figuresOf(evidence, { seed: 7, plays: new Map([['question', 2]]), rest: { runsMs: 1_500 } }),
  );
  expect(figures).toEqual({
    seed: '7',
    faults: '1 freeze mongodb, 2 kill api',
    voice: '2 texts heard, of which 1 were made; 2 s transcribed',
    'messages through MCP': '1',
    erasures: '1',
    scenarios: '2 question',
    requests: '4 202',
    'messages accepted': '4 of 4',
    runs: '4 (4 finished)',
    calls: '3, of which 3 reached the host, in 4 requests',
    events: '21; 22 webhook deliveries, 1 followers with 2 connections',
    'accepted to closed, without pauses': 'p50 1.50 s, p99 1.50 s, longest 1.50 s',
    'slowest run': expect.stringMatching(/^\S+, opened \S+: run\.started \+\d+\.\d, /),
    'longest wait with everything in order': '1.30 s',
    'last fault to quiet': 'runs 1.50 s, all not in time',
  });
});
