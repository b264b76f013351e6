import { useState } from 'react';
import type { Approval } from '../../../api/schema.ts';

/** The selected items of a list, as they were when selected, while they are listed; and a setter. */
export function useSelected(items: readonly Approval[]): [Approval[], (items: Approval[]) => void] {
  const [selected, setSelected] = useState<Approval[]>([]);
  const listed = new Set(items.map(({ tool_call_id }) => tool_call_id));
  return [selected.filter(({ tool_call_id }) => listed.has(tool_call_id)), setSelected];
}
