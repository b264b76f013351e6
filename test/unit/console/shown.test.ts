import { afterEach, expect, it, vi } from 'vitest';
import type { Patch } from '#console/api/schema.ts';
import { openRuns } from '#console/conversation/open-runs.ts';
import { definitionOf, publishedOf } from '#console/pages/patches/definition.ts';
import { hostOf } from '#console/pages/playground/blocks/payloads.ts';
import { noticeServerTime, serverNowMs } from '#console/time/clock.ts';
import { shownJson } from '#contract/words/shown-json.ts';
import { escapedJson } from '#contract/words/unseen-characters.ts';
import { storedEvent } from './stored-event.ts';

afterEach(() => void vi.useRealTimers());

it('[console.arguments] characters that cannot be seen are written out in JSON, and escaped in what is copied', () => {
  const value = { to: 'a\u202Eb\u200Bc\u{E0041}', plain: 'é 你好 "x"\n' };
  const json = JSON.stringify(value, null, 2);
  expect(shownJson(json)).toBe(
    `{\n  "to": "a[U+202E]b[U+200B]c[U+E0041]",\n  "plain": "é 你好 \\"x\\"\\n"\n}`,
  );
  expect(escapedJson(json)).toContain(String.raw`a\u202eb\u200bc\udb40\udc41`);
  expect(JSON.parse(escapedJson(json))).toEqual(value);
});

it('[console.arguments] white space in a text does not push its end out of sight', () => {
  const deep = { a: { b: { c: { d: { e: { f: `Bo${' '.repeat(3000)}and Mallory` } } } } } };
  const shown = shownJson(JSON.stringify(deep, null, 2));
  expect(shown).toContain('"f": "Bo[3,000 spaces]and Mallory"');
  expect(shown).toContain(`\n${' '.repeat(12)}"f"`);
  expect(shownJson(JSON.stringify(`x${'\u00A0\u3000'.repeat(50)}y`))).toBe('"x[100 spaces]y"');
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
  expect(hostOf('mailto:%')).toBe('%');
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
