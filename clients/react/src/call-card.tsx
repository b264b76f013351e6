import { visibleLine } from '../../../contract/words/unseen-characters.ts';
import { Approval } from './approval.tsx';
import type { HeddleCall } from './calls.ts';
import { JsonText } from './json-text.tsx';
import { ProposedAction } from './proposed-action.tsx';
import { Question } from './question.tsx';
import type { HeddleChatState } from './use-heddle-chat.ts';

/** A call of the agent, by what a person has to do with it. */
export function CallCard({ call, chat }: { call: HeddleCall; chat: HeddleChatState }) {
  /** An action of a person on this call, if it is their turn. */
  const turn = <Rest extends unknown[]>(act: (call: HeddleCall, ...rest: Rest) => Promise<void>) =>
    chat.waiting?.id === call.id ? async (...rest: Rest) => await act(call, ...rest) : undefined;
  switch (call.kind) {
    case 'write':
      return <Approval call={call} onApprove={turn(chat.approve)} onReject={turn(chat.reject)} />;
    case 'question':
      return <Question call={call} onAnswer={turn(chat.answer)} />;
    case 'action':
      return <ProposedAction call={call} onReport={turn(chat.report)} />;
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
