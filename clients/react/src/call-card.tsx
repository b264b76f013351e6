import { visibleLine } from '../../../contract/words/unseen-characters.ts';
import { Approval } from './approval.tsx';
import type { HeddleCall } from './calls.ts';
import { JsonText } from './json-text.tsx';
import { ProposedAction } from './proposed-action.tsx';
import { Question } from './question.tsx';
import type { HeddleChatState } from './use-heddle-chat.ts';

/** A call of the agent, by what a person has to do with it. */
export function CallCard({ call, chat }: { call: HeddleCall; chat: HeddleChatState }) {
  /** The actions of a person, if it is their turn. */
  const turn = chat.waiting?.id === call.id ? chat : undefined;
  switch (call.kind) {
    case 'write':
      return (
        <Approval
          call={call}
          onApprove={turn && (async (digest) => await turn.approve(call, digest))}
          onReject={turn && (async (reason) => await turn.reject(call, reason))}
        />
      );
    case 'question':
      return <Question call={call} onAnswer={turn && (async (text) => await turn.answer(call, text))} />;
    case 'action':
      return (
        <ProposedAction
          call={call}
          onReport={turn && (async (outcome) => await turn.report(call, outcome))}
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
