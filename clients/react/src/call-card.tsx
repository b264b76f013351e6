import { visibleLine } from '../../../contract/unseen-characters.ts';
import { Approval } from './approval.tsx';
import type { HeddleCall } from './calls.ts';
import { JsonText } from './json-text.tsx';
import { ProposedAction } from './proposed-action.tsx';
import { Question } from './question.tsx';
import type { HeddleChatState } from './use-heddle-chat.ts';

/** A call of the agent, by what a person has to do with it. */
export function CallCard({ call, chat }: { call: HeddleCall; chat: HeddleChatState }) {
  const open = chat.waiting?.id === call.id;
  switch (call.kind) {
    case 'write':
      return (
        <Approval
          call={call}
          onApprove={open ? async (digest) => await chat.approve(call, digest) : undefined}
          onReject={open ? async (reason) => await chat.reject(call, reason) : undefined}
        />
      );
    case 'question':
      return (
        <Question call={call} onAnswer={open ? async (text) => await chat.answer(call, text) : undefined} />
      );
    case 'action':
      return (
        <ProposedAction
          call={call}
          onReport={open ? async (outcome) => await chat.report(call, outcome) : undefined}
        />
      );
    case 'call':
      return (
        <div className="heddle-call" data-state={call.state}>
          <JsonText
            value={{ input: call.input, output: call.output ?? call.error }}
            label={`${visibleLine(call.name)}: ${call.state}`}
          />
        </div>
      );
  }
}
