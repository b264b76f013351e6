import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

/** Copies a text. */
export function CopyButton({
  text,
  label = 'Copy',
  className,
}: {
  text: string;
  label?: string;
  className?: string;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button
      look="quiet"
      size="icon"
      className={classes('size-6 [&_svg]:size-3.5', className)}
      aria-label={copied ? 'Copied' : label}
      title={copied ? 'Copied' : label}
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
      onMouseLeave={() => setCopied(false)}
    >
      {copied ? <Check className="text-good" aria-hidden /> : <Copy aria-hidden />}
    </Button>
  );
}
