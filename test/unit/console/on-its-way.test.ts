import { expect, it } from 'vitest';
import type { Message } from '#console/api/schema.ts';
import { timelineOf } from '#console/conversation/timeline-of.ts';
import { hasArrived, lastSeq } from '#console/pages/playground/on-its-way.ts';

const message = (seq: number, content: string, role: Message['role'] = 'user'): Message => ({
  id: `message-${seq}`,
  role,
  content,
  parts: null,
  run_id: 'run-1',
  seq,
  created_at: `2026-01-01T00:00:0${seq}.000Z`,
});

it('a message that was sent has arrived when the thread has it, and not when it has an earlier one of the same words', () => {
  const before = [message(1, 'Again'), message(2, 'Well', 'assistant')];
  const sent = { text: 'Again', after: lastSeq(timelineOf(before, [])) };
  expect(sent.after).toBe(2);
  const arrived = (...more: Message[]) => hasArrived(sent, timelineOf([...before, ...more], []));
  expect(arrived()).toBe(false);
  expect(arrived(message(3, 'Again', 'assistant'))).toBe(false);
  expect(arrived(message(3, 'Other'))).toBe(false);
  expect(arrived(message(3, 'Again'))).toBe(true);
});

it('a thread without messages has none before the first', () => {
  expect(lastSeq([])).toBe(0);
});
