import type { ComponentProps } from 'react';

/** A button. What matters most is `primary`. */
export function Button({ look, ...props }: ComponentProps<'button'> & { look?: 'primary' }) {
  return <button type="button" className="heddle-button" data-look={look} {...props} />;
}
