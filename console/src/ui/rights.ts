import { createContext, useContext } from 'react';
import type { NeededRole } from '#contract/role-rules.ts';

/** Why the signed-in person lacks a role, or undefined. */
export const Rights = createContext<(needed: NeededRole) => string | undefined>(() => undefined);

/** Why the signed-in person may not do this; undefined if they may, or if it needs no role. */
export function useRefusal(needed: NeededRole | undefined): string | undefined {
  const refusalOf = useContext(Rights);
  return needed === undefined ? undefined : refusalOf(needed);
}
