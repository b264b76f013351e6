import { useNavigate } from '@tanstack/react-router';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { navigation } from '../ui/navigation.ts';
import { enterRow, goToSearch, moveToRow, selectRow } from './row-keys.ts';
import { submitFormOf } from './submit-form.ts';
import { isOverlaid, isTyping } from './typing.ts';
import { useShortcutLayer } from './use-shortcut-layer.ts';

const sequenceMs = 1200;
const entries = navigation.flatMap(({ entries }) => entries);

/** The keys of every page: {@link shortcutGroups} lists them. */
export function useShortcuts(actions: { openPalette: () => void; openShortcuts: () => void }): void {
  useFirstKeys(actions);
  useShortcutLayer(({ key }) => {
    const page = document.getElementById('main') ?? document;
    if (key === 'j') return moveToRow(page, 1);
    if (key === 'k') return moveToRow(page, -1);
    if (key === 'x') return selectRow(page);
    if (key === 'Enter') return enterRow();
    return key === '/' && goToSearch(page);
  });
}

/** Ctrl/Cmd-K, Ctrl/Cmd-Enter, `?`, and `g` with the letter of a page: before what the page itself listens to. */
function useFirstKeys({
  openPalette,
  openShortcuts,
}: {
  openPalette: () => void;
  openShortcuts: () => void;
}): void {
  const navigate = useNavigate();
  const wentAt = useRef(0);
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.metaKey || event.ctrlKey) {
      if (event.key.toLowerCase() === 'k') openPalette();
      else if (event.key !== 'Enter' || !submitFormOf(event.target)) return;
      event.preventDefault();
      return;
    }
    if (event.altKey || isTyping(event.target) || isOverlaid()) return;
    if (event.key === '?') {
      openShortcuts();
      return;
    }
    if (event.key === 'g') {
      wentAt.current = event.timeStamp;
      return;
    }
    const follows = event.timeStamp - wentAt.current < sequenceMs && wentAt.current > 0;
    wentAt.current = 0;
    const entry = entries.find(({ key }) => key === event.key);
    if (!follows || entry === undefined) return;
    // Or this page, or the one that opens, would take the letter as one of its own shortcuts.
    event.preventDefault();
    event.stopImmediatePropagation();
    void navigate({ to: entry.to });
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    const first = { capture: true };
    window.addEventListener('keydown', listener, first);
    return () => window.removeEventListener('keydown', listener, first);
  }, []);
}
