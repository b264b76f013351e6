import { renderToString } from 'react-dom/server';
import { Approval, callOf, HeddleChat, type HeddleCall, Question, useHeddleChat } from '@heddle/react';

const question: HeddleCall = {
  kind: 'question',
  id: 'call',
  name: 'ask_user',
  state: 'waiting',
  input: { question: 'Which account?', options: ['Giro'] },
};
const held = callOf({
  type: 'tool-pay',
  toolCallId: 'call',
  state: 'approval-requested',
  input: {},
  approval: {
    id: 'call',
    descriptor: {
      patch_ref: 'pay@1',
      summary: { title: 'Pay 5 EUR' },
      args: { to: 'B\u202Eo' },
      risk: 'high',
    },
  },
});

/** A page that has a look of its own. */
function OwnLook() {
  const { status } = useHeddleChat({ threadId: 'thread', token: async () => 'token' });
  return <p>{status}</p>;
}

const page = renderToString(
  <>
    <HeddleChat threadId="thread" token="token" label="Support" />
    <Question call={question} onAnswer={async () => {}} />
    {held !== undefined && <Approval call={held} onApprove={async () => {}} onReject={async () => {}} />}
    <OwnLook />
  </>,
);
console.log(JSON.stringify({ page, server: typeof window === 'undefined' }));
