import { useEffect, useRef, useState } from 'react';

/** Closer than this is the same place: a hand is never quite still. */
const samePlacePx = 12;

/**
 * Whether the pointer still is where its last press has closed a dialog: whatever is under it then was not chosen.
 * @returns that, and a function to call as the dialog closes
 */
export function useRestingPointer(): [boolean, () => void] {
  const [resting, setResting] = useState(false);
  /** Where the last press was; undefined after a key. */
  const pressed = useRef<{ x: number; y: number }>(undefined);
  useEffect(() => {
    const at = ({ clientX: x, clientY: y }: PointerEvent) => ({ x, y });
    const leave = (event: PointerEvent): void => {
      const [from, to] = [pressed.current, at(event)];
      if (from === undefined || Math.hypot(to.x - from.x, to.y - from.y) > samePlacePx) setResting(false);
    };
    const press = (event: PointerEvent): void => {
      leave(event);
      pressed.current = at(event);
    };
    const key = (): void => {
      pressed.current = undefined;
      setResting(false);
    };
    window.addEventListener('pointermove', leave, true);
    window.addEventListener('pointerdown', press, true);
    window.addEventListener('keydown', key, true);
    return () => {
      window.removeEventListener('pointermove', leave, true);
      window.removeEventListener('pointerdown', press, true);
      window.removeEventListener('keydown', key, true);
    };
  }, []);
  return [resting, () => setResting(pressed.current !== undefined)];
}
