import type { HeldWrite } from '../conversation/event-data.ts';
import type { Decision, Revision } from './decide.ts';

/** The actions on a held write. Each takes the version that the card has shown, because a newer one may be held. */
export interface Deciding {
  decide: (decision: Decision, shown: HeldWrite) => Promise<void>;
  revise: (revision: Revision, shown: HeldWrite) => Promise<void>;
  withdraw: (shown: HeldWrite) => Promise<void>;
}
