import { pausedState } from '#contract/run-state.ts';
import type { RunStep } from '#store/advance-run.ts';
import type { RunEvent } from '#store/events.ts';
import type { PauseDocument } from '#store/threads.ts';
import { waitsFor, type ToolCallDocument } from '#store/tool-calls.ts';
import { redactedArgs } from './redaction.ts';
import { startedEvent } from './resolve-call.ts';

/**
 * The part of a step that pauses a run for a call: it asks, holds the call at its gate, or proposes it. The pause
 * is stored together with the event that announces it (engineering invariant 3).
 * @throws {Error} when the call does not wait for anybody
 */
export function holdCall(
  call: ToolCallDocument,
  ttl_seconds: number,
): Required<Pick<RunStep, 'state' | 'pause' | 'events'>> {
  const kind = waitsFor(call);
  const { _id: tool_call_id, run_id, patch_ref, name, args } = call;
  const held = (pause: PauseDocument, events: RunEvent[]) => ({
    state: { state: pausedState(pause.type) },
    pause,
    events,
  });
  switch (kind) {
    case 'question': {
      const shown = { run_id, kind: name, prompt: args };
      const data = { tool_call_id, patch_ref, kind: name, prompt: redactedArgs(call) };
      return held({ type: 'question', tool_call_id, ttl_seconds, shown }, [
        startedEvent(call),
        { type: 'elicitation.requested', data },
      ]);
    }
    case 'outcome': {
      const shown = { run_id, tool_call_id, patch_ref, args };
      const data = { tool_call_id, patch_ref, args: redactedArgs(call) };
      return held({ type: 'outcome', tool_call_id, ttl_seconds, shown }, [
        startedEvent(call),
        { type: 'action.proposed', data },
      ]);
    }
    case 'confirmation': {
      const summary = call.summary ?? { title: name };
      const shown = { run_id, tool_call_id, patch_ref, summary, risk: call.risk?.effective ?? 'low' };
      return held({ type: 'confirmation', tool_call_id, ttl_seconds, shown }, [
        { type: 'write.confirmation_requested', data: shown },
      ]);
    }
    case 'execution':
    case undefined:
      throw new Error(`call ${tool_call_id} waits for nobody`);
  }
}
