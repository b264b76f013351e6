import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { ToolCall, Trace } from '../../../api/schema.ts';
import { earlyEnds, isEarlyEnd } from '../../../conversation/early-end.ts';
import { counted } from '../../../text/counted.ts';
import { adviceOnCall } from './call-advice.ts';
import { type Words, whyItFailed } from './run-advice.ts';

/** A run in a sentence, with advice. */
export interface Story extends Words {
  tone: 'good' | 'bad' | 'warn' | 'neutral' | 'accent';
  /** The error code, to look it up. */
  code?: string;
}

/** A run's story as it stands. */
export function storyOf(run: Trace): Story {
  const { state, error, reason } = run;
  const fault = faultOf(run);
  if (error !== undefined) return { tone: 'bad', ...whyItFailed(error), code: error.code };
  if (state === 'awaiting_input') return { tone: 'warn', ...whatWaits(run) };
  if (state === 'awaiting_outcome') {
    return {
      tone: 'warn',
      what: 'The agent has proposed something that only a person can do.',
      todo: 'Do it, and report below whether it happened.',
    };
  }
  if (state === 'running') return { tone: 'accent', what: whatIsDone(run) };
  if (reason === 'cancelled') return { tone: 'neutral', what: 'The run was cancelled.', ...todoOf(fault) };
  if (reason === 'expired') {
    return {
      tone: 'warn',
      what: 'Nobody answered in time, so the run has expired.',
      todo: 'Send the message again if it is still wanted.',
    };
  }
  if (fault !== undefined) return fault;
  if (reason === 'handoff') return { tone: 'good', what: 'The agent has handed the conversation over.' };
  if (isEarlyEnd(reason)) return { tone: 'warn', what: `${earlyEnds[reason]}.`, ...earlyAdvice[reason] };
  return { tone: 'good', what: `The agent has replied, after ${workOf(run)}.` };
}

const earlyAdvice: Partial<Record<string, { todo: string }>> = {
  cut: { todo: 'Ask for less at once, or publish the agent with more output tokens.' },
  filtered: { todo: 'Rephrase the message.' },
  refused: { todo: "Rephrase the message, or state in the agent's instructions what it may do." },
};

/** The last call that failed and was not made again with success: what a run that ended well leaves to do. */
function faultOf({ turns }: Trace): Story | undefined {
  const calls = turns.flatMap(({ tool_calls }) => tool_calls);
  const index = calls.findLastIndex(hasFailed);
  const failed = calls[index];
  if (failed?.error === undefined) return undefined;
  if (calls.slice(index + 1).some((later) => later.patch_ref === failed.patch_ref && later.status === 'ok'))
    return undefined;
  const { code, message } = failed.error;
  const todo = adviceOnCall(code);
  return {
    tone: 'warn',
    what: `The agent has replied, but ${nameOf(failed)} failed: ${visibleLine(message)}`,
    ...(todo !== undefined && { todo }),
    code,
  };
}

/** A rejected call has failed for its run, and was declined by a person. */
function hasFailed({ status, error, result }: ToolCall): boolean {
  return status === 'failed' && error !== undefined && result?.['declined'] !== true;
}

const todoOf = (fault: Story | undefined): { todo?: string } =>
  fault?.todo === undefined ? {} : { todo: fault.todo };

function whatWaits({ turns }: Trace): Words {
  const call = turns.at(-1)?.tool_calls.find(({ status }) => status === 'pending');
  if (call !== undefined && call.gate === null) {
    return { what: 'The agent has asked a question.', todo: 'Answer below, or in the conversation.' };
  }
  const name = call === undefined ? 'A call' : nameOf(call);
  return { what: `${name} is held until somebody approves it.`, todo: 'Check it below, and decide.' };
}

function whatIsDone({ turns, unanswered_turn }: Trace): string {
  const call = turns.at(-1)?.tool_calls.find(({ status }) => status === 'pending');
  if (call !== undefined) return `The agent is carrying out ${nameOf(call)}.`;
  if (unanswered_turn !== undefined) {
    return `The model's provider has failed ${counted(unanswered_turn.tries.length, 'time')}, and is asked again.`;
  }
  return `The model is taking its ${turns.length === 0 ? 'first turn' : 'next turn'}.`;
}

function workOf({ turns }: Trace): string {
  const calls = turns.reduce((sum, { tool_calls }) => sum + tool_calls.length, 0);
  return `${counted(turns.length, 'turn')}${calls === 0 ? '' : ` and ${counted(calls, 'call')}`}`;
}

/** A call by its patch, without the version. */
function nameOf({ patch_ref }: ToolCall): string {
  return patch_ref.replace(/@\d+$/, '');
}
