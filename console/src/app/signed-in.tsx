import { ToastProvider } from '../ui/toast.tsx';
import { Shell } from './shell.tsx';

/** All pages that need a session. Notices belong to the person who is signed in, so they end with the session. */
export function SignedIn() {
  return (
    <ToastProvider>
      <Shell />
    </ToastProvider>
  );
}
