import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { Prose } from './prose.tsx';

/** The text of a notice. All but good news stay until they are dismissed or replaced. */
export interface NoticeText {
  tone: 'good' | 'warn' | 'bad' | 'busy';
  title: string;
  detail?: string | undefined;
}

const tones = {
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  busy: 'animate-spin text-muted',
} as const;

/** A notice, until it is dismissed or, if it is good news, for a while. */
export function Notice({
  notice: { tone, title, detail },
  onDismiss,
}: {
  notice: NoticeText;
  onDismiss: () => void;
}) {
  return (
    <Radix.Root
      {...(tone !== 'good' && { duration: Number.POSITIVE_INFINITY })}
      onOpenChange={(open) => {
        if (!open) onDismiss();
      }}
      className="flex animate-appear items-start gap-2.5 rounded-xl border bg-surface px-4 py-3 shadow-float"
    >
      <Mark tone={tone} />
      <div className="min-w-0 flex-1">
        <Radix.Title className="text-sm font-medium">{title}</Radix.Title>
        {detail !== undefined && (
          <Radix.Description className="mt-0.5 text-note break-words text-muted">
            <Prose text={detail} />
          </Radix.Description>
        )}
      </div>
      <Radix.Close asChild>
        <Button look="quiet" size="icon" className="-my-1 -mr-2 size-7" aria-label="Dismiss">
          <X aria-hidden />
        </Button>
      </Radix.Close>
    </Radix.Root>
  );
}

function Mark({ tone }: Pick<NoticeText, 'tone'>) {
  const Icon = tone === 'good' ? CircleCheck : tone === 'busy' ? LoaderCircle : CircleAlert;
  return <Icon className={classes('mt-0.5 size-4 shrink-0', tones[tone])} aria-hidden />;
}
