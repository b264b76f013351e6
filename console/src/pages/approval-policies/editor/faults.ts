import { createContext, useContext } from 'react';
import { type Fault, faultsOf } from '../../../api/api-error.ts';

/** What the API said of the draft, field by field. */
export const DraftFaults = createContext<readonly Fault[]>([]);

/** What an error says of the draft. A simulation names its fields below `policy`. */
export function draftFaults(error: unknown): Fault[] {
  return faultsOf(error).map((fault) => ({ ...fault, path: fault.path.replace(/^policy\./, '') }));
}

/** What the API said of a field, or of something below it. */
export function useFault(path: string, { below = true } = {}): string | undefined {
  const faults = useContext(DraftFaults);
  return faults.find((fault) => fault.path === path || (below && fault.path.startsWith(`${path}.`)))?.message;
}
