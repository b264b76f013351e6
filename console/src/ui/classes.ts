import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

// Of the type scale in app.css, the names that are not Tailwind's.
const merge = extendTailwindMerge({ extend: { theme: { text: ['note', 'prose'] } } });

/** Joins class names; of two that set the same property, the later one wins. */
export function classes(...values: ClassValue[]): string {
  return merge(clsx(values));
}
