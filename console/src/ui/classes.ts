import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

// The names of the type scale in app.css that Tailwind does not have.
const merge = extendTailwindMerge({ extend: { theme: { text: ['note', 'prose'] } } });

/** Joins class names; of two that set the same property, the later one wins. */
export function classes(...values: ClassValue[]): string {
  return merge(clsx(values));
}
