import { classes } from './classes.ts';

/** One side of a line of a comparison. */
export function DiffLine({
  text,
  sign,
  changed,
  tone,
  className,
}: {
  text: string | undefined;
  sign: string;
  changed: boolean;
  tone: string;
  className?: string;
}) {
  return (
    <td
      className={classes(
        'px-3 align-top break-words whitespace-pre-wrap',
        changed && text !== undefined && tone,
        changed && text === undefined && 'bg-sunken',
        className,
      )}
    >
      {text !== undefined && `${changed ? sign : ' '} ${text}`}
    </td>
  );
}
