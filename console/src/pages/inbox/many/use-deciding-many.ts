import { useState } from 'react';
import type { Approval } from '../../../api/schema.ts';
import type { Selecting } from './use-selecting.ts';
import { useRestingPointer } from './use-resting-pointer.ts';
import { useSelectingKeys } from './use-selecting-keys.ts';

/** A decision on several calls that somebody is asked to confirm. */
export interface AskedMany {
  decision: 'approve' | 'reject';
  /** As they were shown. */
  selected: readonly Approval[];
}

/** Asks about a decision on all that is selected: by the bar, or by a key. */
export function useDecidingMany(selecting: Selecting, mayDecide: boolean) {
  const [asked, setAsked] = useState<AskedMany>();
  const [resting, rest] = useRestingPointer();
  const ask = (decision: AskedMany['decision']): void => setAsked({ decision, selected: selecting.selected });
  useSelectingKeys(selecting, { disabled: !mayDecide, onDecide: ask });
  return {
    asked,
    ask,
    /** Whether the pointer is still where it has closed the dialog. */
    resting,
    /** @param decided whether it was sent */
    end: (decided: boolean) => {
      if (decided) selecting.finish(new Set(asked?.selected.map(({ tool_call_id }) => tool_call_id)));
      setAsked(undefined);
      rest();
    },
  };
}
