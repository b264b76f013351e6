export type { OnAssertion, PasskeyAssertion, PasskeyRequestOptions } from './assertion.ts';
export { Approval, type ApprovalProps } from './approval.tsx';
export { HeddleChat, type HeddleChatProps } from './heddle-chat.tsx';
export { ProposedAction, type ProposedActionProps, type Report } from './proposed-action.tsx';
export { Question, type QuestionProps } from './question.tsx';
export { promptOf, type ShownPrompt } from './prompt.ts';
export {
  callOf,
  type ChatWrite,
  type HeldAccount,
  type HeldAmount,
  type HeldWrite,
  type HeddleCall,
  waitingCall,
} from './calls.ts';
export { type Fact, heldFacts, type HeldFacts, type ShownHeldWrite } from './held-facts.ts';
export { type HeddleConnection, Refused } from './requests.ts';
export { type HeddleChatState, useHeddleChat, type UseHeddleChatOptions } from './use-heddle-chat.ts';
export { useShownCall } from './use-shown-call.ts';
