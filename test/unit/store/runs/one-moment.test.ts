import { describe, expect, it } from 'vitest';
import { isOfOneMoment } from '#engine/rules/one-moment.ts';
import { call, inFlight, later, pause, paused, thread, working } from '../../../support/rules/documents.ts';

describe('[run.cancel.paused] run, thread and calls that were read side by side', () => {
  it('are of one moment where they agree', () => {
    expect(isOfOneMoment(working([call()]))).toBe(true);
    expect(isOfOneMoment(paused('outcome'))).toBe(true);
  });

  it('are not where only one of run and thread says that the run waits', () => {
    const [works, waits] = [working([call()]), paused('question')];
    expect(isOfOneMoment({ ...works, thread: waits.thread })).toBe(false);
    expect(isOfOneMoment({ ...waits, thread: works.thread })).toBe(false);
    expect(isOfOneMoment({ ...works, thread: thread({ active_runs: [] }) })).toBe(false);
  });

  it('are not where the calls are from before the run paused: one is missing, or still to be made', () => {
    const stored = paused('outcome');
    expect(isOfOneMoment({ ...stored, calls: [] })).toBe(false);
    const other = { _id: 'other', index: 1 };
    for (const early of [call(other), inFlight(later(30), other)]) {
      expect(isOfOneMoment({ ...stored, calls: [...stored.calls, early] })).toBe(false);
    }
  });

  it('are not where the run waits for a call that a revision has put in the place of the one that its thread names', () => {
    const stored = paused('confirmation');
    const run = { ...stored.run, pauses: [pause('confirmation', { tool_call_id: 'revised' })] };
    expect(isOfOneMoment({ ...stored, run })).toBe(false);
  });
});
