import { expect, it, vi } from 'vitest';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { RunStore } from '#engine/ports/run-store.ts';
import { callOfRun } from '#engine/steps/call-of-run.ts';
import { call, paused, working } from '../../../support/rules/documents.ts';

const later = call({ status: 'failed' });

function finding(found: ToolCallDocument | undefined = later) {
  return { findCall: vi.fn<RunStore['findCall']>(async () => await Promise.resolve(found)) };
}

it('a call for which the run waits is not read again', async () => {
  const store = finding();
  const stored = paused('confirmation');
  expect(await callOfRun(store, stored, 'call')).toBe(stored.calls[0]);
  expect(store.findCall).not.toHaveBeenCalled();
});

it('a resolved call of the latest turn is not read again', async () => {
  const store = finding();
  const resolved = call({ status: 'ok' });
  expect(await callOfRun(store, working([resolved]), 'call')).toBe(resolved);
  expect(store.findCall).not.toHaveBeenCalled();
});

it('a call that appears to wait, although no pause names it, is read again: it may have been resolved since', async () => {
  const held = { gate: 'confirm' as const };
  expect(await callOfRun(finding(), working([call(held)]), 'call')).toBe(later);
  const stored = paused('confirmation');
  const other = call({ ...held, _id: 'other', index: 1 });
  expect(await callOfRun(finding(), { ...stored, calls: [...stored.calls, other] }, 'other')).toBe(later);
});

it('a call of an earlier turn is found, and one of another run is not', async () => {
  const store = finding();
  expect(await callOfRun(store, paused('confirmation'), 'earlier')).toBe(later);
  expect(store.findCall).toHaveBeenCalledWith('run', 'earlier');
  const none = { findCall: async () => await Promise.resolve(undefined) };
  expect(await callOfRun(none, paused('confirmation'), 'of another run')).toBeUndefined();
});
