import type { Approval } from '../api/schema.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { titleOf } from './title-of.ts';

/** A held write of the inbox or of a run, as cards and dialogs show it. */
export function heldOf(item: Approval): HeldWrite {
  const {
    run_id: _,
    thread_id: __,
    kind: ___,
    subject_ref: ____,
    agent: _____,
    prompt: ______,
    ...held
  } = item;
  const { summary = { title: titleOf(item) }, risk = 'low' } = held;
  return { ...held, summary, risk };
}
