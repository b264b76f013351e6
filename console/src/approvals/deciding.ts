import type { HeldWrite } from '../conversation/event-data.ts';
import type { Decision, Revision } from './decide.ts';

/** What can be done about a held write. Each is given what the card has shown, which need not be what is held by now. */
export interface Deciding {
  decide: (decision: Decision, shown: HeldWrite) => Promise<void>;
  revise: (revision: Revision, shown: HeldWrite) => Promise<void>;
  withdraw: (shown: HeldWrite) => Promise<void>;
}
