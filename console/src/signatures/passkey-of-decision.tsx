import { useQuery } from '@tanstack/react-query';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { passkeyNamesQuery } from './passkey-name-query.ts';

/** The passkey that has signed a decision: its name if one may know it, and the thumbprint of its key. */
export function PasskeyOfDecision({
  actor,
  passkeyId,
  thumbprint,
}: {
  actor: string | undefined;
  passkeyId: string;
  thumbprint: string;
}) {
  const { data: names } = useQuery({ ...passkeyNamesQuery(actor ?? ''), enabled: actor !== undefined });
  const name = names?.get(passkeyId);
  return (
    <>
      Signed by {actor === undefined ? '' : <bdi>{visibleLine(actor)}</bdi>} with the passkey{' '}
      {name !== undefined && (
        <>
          <bdi className="font-medium">{visibleLine(name)}</bdi>{' '}
        </>
      )}
      <code className="font-mono text-xs break-all">{thumbprint}</code>
    </>
  );
}
