import { useEffect } from 'react';

const keyOf = (workspaceId: string): string => `heddle-subject ${workspaceId}`;

/** The subject that one acted as last in a workspace, on this device. */
export function lastSubject(workspaceId: string): string {
  try {
    return localStorage.getItem(keyOf(workspaceId)) ?? 'demo-user';
  } catch {
    return 'demo-user';
  }
}

/** Remembers the subject for the next visit. Subjects of one workspace are none of another's. */
export function useRemembered(workspaceId: string, subject: string | undefined): void {
  useEffect(() => {
    if (subject === undefined) return;
    try {
      localStorage.setItem(keyOf(workspaceId), subject);
    } catch {
      // Storage is blocked: the address remembers it.
    }
  }, [workspaceId, subject]);
}
