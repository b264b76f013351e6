import { createContext, useContext } from 'react';
import type { NeededRole } from '#contract/role-rules.ts';

/** Why whoever is signed in may not do what needs a role; undefined if they may. */
export const Rights = createContext<(needed: NeededRole) => string | undefined>(() => undefined);

/** Why whoever is signed in may not do this; undefined if they may, or if it needs no role. */
export function useRefusal(needed: NeededRole | undefined): string | undefined {
  const refusalOf = useContext(Rights);
  return needed === undefined ? undefined : refusalOf(needed);
}
