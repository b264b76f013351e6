import type { ThreadView } from '../../../conversation/thread-view.ts';
import type { useActions } from '../use-actions.ts';

/** The props of every item of a conversation. */
export interface ItemProps {
  view: ThreadView;
  subject: string;
  agentName: string;
  /** While a message is sent, nothing else is. */
  busy: boolean;
  act: ReturnType<typeof useActions>;
  onAnswer: (text: string) => void;
  /** After a decision or a report, whether it was accepted or not. */
  onDone: () => Promise<void>;
}
