import { useSyncExternalStore } from 'react';

const storageKey = 'heddle-notifications';
const listeners = new Set<() => void>();

/** Whether this browser shows notices beside its pages, or could; `refused` by the person, who changes it in the browser. */
export type NotificationState = 'on' | 'off' | 'refused' | 'unsupported';

function stateNow(): NotificationState {
  if (!('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && isWanted() ? 'on' : 'off';
}

function isWanted(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'on';
  } catch {
    return false;
  }
}

function want(wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(storageKey, 'on');
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked: there are none.
  }
  for (const listener of listeners) listener();
}

/** Turns the notices on or off. Call it on a click: only then does a browser ask the person. */
export async function setNotifications(on: boolean): Promise<void> {
  if (on && Notification.permission === 'default') await Notification.requestPermission();
  want(on);
}

export function useNotificationState(): NotificationState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, stateNow);
}

/** Whether notices are shown now. */
export function areNotificationsOn(): boolean {
  return stateNow() === 'on';
}
