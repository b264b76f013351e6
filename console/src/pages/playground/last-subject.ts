const subjectKey = 'heddle-subject';

/** The subject that one acted as last, on this device. */
export function lastSubject(): string {
  try {
    return localStorage.getItem(subjectKey) ?? 'demo-user';
  } catch {
    return 'demo-user';
  }
}

/** Remembers the subject for the next visit. */
export function rememberSubject(subject: string): void {
  try {
    localStorage.setItem(subjectKey, subject);
  } catch {
    // Storage is blocked: the address remembers it.
  }
}
