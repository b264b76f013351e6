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
          ? 'The browser blocks notifications of this site. Allow them in its settings.'
          : 'Show browser notifications for new items and for items that expire within an hour, while this page is in the background'
      }
      onClick={() => void setNotifications(!on)}
    >
      <Icon aria-hidden />
      Notifications {on ? 'on' : 'off'}
    </Button>
  );
}
