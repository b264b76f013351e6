import { afterEach, expect, it, vi } from 'vitest';
import type { Patch } from '#console/api/schema.ts';
import { openRuns } from '#console/conversation/timeline.ts';
import { definitionOf, publishedOf } from '#console/pages/patches/definition.ts';
import { hostOf } from '#console/pages/playground/blocks/payloads.ts';
import { noticeServerTime, serverNowMs } from '#console/time/clock.ts';
import { withVisibleMarks } from '#console/ui/visible-text.ts';
import { storedEvent } from './stored-event.ts';

afterEach(() => void vi.useRealTimers());

it('[console.arguments] marks that cannot be seen are shown as escapes, and the JSON means the same', () => {
  const value = { to: 'a\u202Eb\u200Bc', plain: 'é 你好 "x"\n' };
  const shown = withVisibleMarks(JSON.stringify(value));
  expect(shown).toContain(String.raw`a\u202eb\u200bc`);
  expect(JSON.parse(shown)).toEqual(value);
});

it('[console.cancel] a run is open although its start is too long ago to have been read', () => {
  const events = [
    storedEvent('tool_call.started', {}, { run: 'long', seq: 150 }),
    storedEvent('run.started', {}, { run: 'short', seq: 1 }),
    storedEvent('run.completed', {}, { run: 'short', seq: 2 }),
  ];
  expect(openRuns(events)).toEqual(['long']);
});

it('a link is shown with where it leads', () => {
  expect(hostOf('https://bank.example:8443/x')).toBe('bank.example:8443');
  expect(hostOf('mailto:ada@example.com')).toBe('ada@example.com');
});

it('[console.skew] ages and expiries are told by the clock of the server', () => {
  const hourMs = 3_600_000;
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
  noticeServerTime(new Date(Date.now() + hourMs).toUTCString());
  expect(serverNowMs() - Date.now()).toBe(hourMs);
  noticeServerTime(new Date().toUTCString());
  expect(serverNowMs()).toBe(Date.now());
  noticeServerTime(null);
  noticeServerTime('never');
  expect(serverNowMs()).toBe(Date.now());
});

it('[console.manage] the tool of an imported patch is shown, and is not part of what can be published again', () => {
  const mcp = { connection_id: 'c', tool: 'void_invoice', digest: 'd' };
  const patch = { ref: 'a@1', version: 1, created_at: '', key: 'a', mcp } as unknown as Patch;
  expect(publishedOf(patch)).toEqual({ key: 'a', mcp });
  expect(definitionOf(patch)).toEqual({ key: 'a' });
});
