import { useState } from 'react';
import type { Approval } from '../../../api/schema.ts';

/** What is selected of a list, as it was when it was selected, as long as it is listed; and how to select others. */
export function useSelected(items: readonly Approval[]): [Approval[], (items: Approval[]) => void] {
  const [selected, setSelected] = useState<Approval[]>([]);
  const listed = new Set(items.map(({ tool_call_id }) => tool_call_id));
  return [selected.filter(({ tool_call_id }) => listed.has(tool_call_id)), setSelected];
}
