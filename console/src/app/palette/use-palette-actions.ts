import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useSignOut } from '../use-sign-out.ts';

/** Gives what goes to a page. */
export type GoTo = (page: NavigateOptions) => () => void;

/** The actions of the palette. Each one closes the palette first. */
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
