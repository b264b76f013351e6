import { Bell, BellOff } from 'lucide-react';
import { setNotifications, useNotificationState } from '../../inbox-news/browser-notifications.ts';
import { Button } from '../../ui/button.tsx';

/** Turns notifications of the browser on and off. */
export function NotifyButton() {
  const state = useNotificationState();
  if (state === 'unsupported') return null;
  const on = state === 'on';
  const Icon = on ? Bell : BellOff;
  return (
    <Button
      size="small"
      aria-pressed={on}
      disabled={state === 'refused'}
      title={
        state === 'refused'
          ? 'The browser refuses notifications of this site: its settings allow them.'
          : 'Have the browser tell what is new, and what expires within an hour, while you look elsewhere'
      }
      onClick={() => void setNotifications(!on)}
    >
      <Icon aria-hidden />
      Notifications {on ? 'on' : 'off'}
    </Button>
  );
}
