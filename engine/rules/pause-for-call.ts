import { defined } from '#contract/defined.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { PauseKind } from '#contract/run-state.ts';
import type { HoldingGate } from '../documents/applied-gate.ts';
import type { PauseDocument, RunDocument, ShownPause } from '../documents/run.ts';
import { waitsFor } from './calls.ts';
import { ownEnd } from './ends.ts';
import type { RunEvent } from './events.ts';
import { digestOfDocument, documentOf, storedDigest } from './gates/digest.ts';
import { countedPayment } from './payments/shown-payment.ts';
import { approvalsOf, atStage } from './gates/held-pause.ts';
import { makersOf } from './gates/makers.ts';
import { shownWrite } from './gates/shown-write.ts';
import type { WaitingCall } from './gates/waiting-call.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { startedEvent } from './resolve-call.ts';
import type { RuleContext } from './stored.ts';

/**
 * The item that a run waits for from now on because of a call: it asks, holds the call at its gate, or proposes it. It is stored together with
 * the event that announces it (invariant.persist-then-announce). The event has its own end: other held calls may have an earlier one.
 * @param run as it is once the step is stored
 * @param waiting the call with the clock of its gate, if it has one (engine/rules/gates/stage-clock.ts), and its arguments
 * @param pause_ttl_seconds how long the pause may last, unless the gate of the call says it
 * @param place the pause whose place it takes, for the time that remains of that. Default: none
 * @param documentToDecide what is decided on, if the call is held at its gate. Default: made of the call
 * @throws {Error} if the call does not wait for anybody
 */
export function pauseForCall(
  run: Pick<RunDocument, 'subject_ref' | 'makers'>,
  waiting: WaitingCall,
  pause_ttl_seconds: number,
  context: RuleContext,
  place?: Pick<PauseDocument, 'created_at' | 'ttl_seconds' | 'expires_at'>,
  documentToDecide?: string,
): { pause: PauseDocument; events: RunEvent[] } {
  const { call, args, shown: shownArgs } = waiting;
  const created_at = place?.created_at ?? context.now;
  const { _id: tool_call_id, run_id, patch_ref, name, risk } = call;
  const kind = waitsFor(call);
  const gate = kind === 'confirmation' ? waiting.gate : undefined;
  const excluded = gate?.exclude_subject === true ? makersOf(run, call) : undefined;
  const ttl_seconds = place?.ttl_seconds ?? gate?.ttl_seconds ?? pause_ttl_seconds;
  const expires_at = place?.expires_at ?? ownEnd({ created_at, ttl_seconds });
  const times = { created_at: toTimestamp(created_at), expires_at: toTimestamp(expires_at) };
  const held = <Type extends PauseKind>(
    type: Type,
    shown: ShownPause[Type],
    events: RunEvent[],
    gated: Pick<PauseDocument, 'digest' | 'sealed_by' | 'payment' | 'approvals'> = {},
  ) => {
    const text = toJsonText(shown);
    const pause = {
      type,
      run_id,
      tool_call_id,
      patch_ref,
      ...(risk === undefined ? {} : { risk: risk.effective }),
      created_at,
      ttl_seconds,
      ...defined({ position: call.set?.position, on_expiry: gate?.on_expiry }),
      expires_at,
      ...gated,
      ...(gate === undefined ? {} : { ...filters(gate), ...defined({ excluded }), ...atStage(call) }),
      shown: text,
      shown_length: text.length,
    };
    return { pause, events };
  };
  switch (kind) {
    case 'question': {
      const data = { tool_call_id, patch_ref, kind: name, prompt: shownArgs, ...times };
      return held('question', { run_id, kind: name, prompt: args, ...times }, [
        startedEvent(call, shownArgs),
        { type: 'elicitation.requested', data },
      ]);
    }
    case 'outcome': {
      const data = { tool_call_id, patch_ref, args: shownArgs, ...times };
      return held('outcome', { run_id, tool_call_id, patch_ref, args, ...times }, [
        startedEvent(call, shownArgs),
        { type: 'action.proposed', data },
      ]);
    }
    case 'confirmation': {
      const document = documentToDecide ?? documentOf(waiting, context);
      const digest = digestOfDocument(document);
      const approvals = approvalsOf(call, excluded);
      const write = shownWrite(waiting, approvals);
      const shown = { run_id, tool_call_id, patch_ref, ...write, digest, document, ...times };
      const events: RunEvent[] = [{ type: 'write.confirmation_requested', data: shown }];
      const gated = {
        ...storedDigest(digest, call, context),
        approvals,
        ...defined({ payment: countedPayment(waiting) }),
      };
      return held('confirmation', shown, events, gated);
    }
    case 'execution':
    case undefined:
      throw new Error(`call ${tool_call_id} waits for nobody`);
  }
}

/** The approvers of a held call at any of its stages, for the inbox's filters. */
function filters({ stages }: HoldingGate): Pick<PauseDocument, 'has_groups'> {
  return stages.some(({ group }) => group !== undefined) ? { has_groups: true } : {};
}
