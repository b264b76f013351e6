/** A sentence in which what stands between backticks is a command or a name as it is typed. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index, { length }) =>
    // Text after an unpaired backtick is not code.
    index % 2 === 1 && index < length - 1 ? (
      <code key={index} className="font-mono">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
