import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useSignOut } from '../use-sign-out.ts';

/** Gives what goes to a page. */
export type GoTo = (page: NavigateOptions) => () => void;

/** What is done by what is chosen in the palette, which is closed before. */
export function usePaletteActions(onClose: () => void) {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const closing = (action: () => unknown) => (): void => {
    onClose();
    action();
  };
  const goTo: GoTo = (page) => closing(() => navigate(page));
  return { closing, goTo, signOut: closing(signOut) };
}
