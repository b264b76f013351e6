import { createContext, useContext } from 'react';
import { type Fault, faultsOf } from '../../../api/api-error.ts';

/** The API's errors of the draft, field by field. */
export const DraftFaults = createContext<readonly Fault[]>([]);

/** The draft's errors in an API error. A simulation names its fields below `policy`. */
export function draftFaults(error: unknown): Fault[] {
  return faultsOf(error).map((fault) => ({ ...fault, path: fault.path.replace(/^policy\./, '') }));
}

/** The API's error of a field, or of a field inside it. */
export function useFault(path: string, { below = true } = {}): string | undefined {
  const faults = useContext(DraftFaults);
  return faults.find((fault) => fault.path === path || (below && fault.path.startsWith(`${path}.`)))?.message;
}
