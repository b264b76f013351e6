import { locale } from './locale.ts';
/** A number of things, as in "1 event type" and "1,200 event types". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString(locale)} ${count === 1 ? noun : `${noun}s`}`;
}
