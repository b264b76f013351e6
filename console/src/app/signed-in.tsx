import { ToastProvider } from '../ui/toast.tsx';
import { Shell } from './shell.tsx';

/** All that needs a session. Notices are for whoever is signed in: they, and what they wait for, end with the session. */
export function SignedIn() {
  return (
    <ToastProvider>
      <Shell />
    </ToastProvider>
  );
}
