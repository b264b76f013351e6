import { Link } from '@tanstack/react-router';
import { creditsText } from '../../text/credits.ts';
import { wordsOf } from '../../text/words-of.ts';
import { duration } from '../../time/format.ts';
import { Time } from '../../time/time.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import type { Request } from './requests-query.ts';
import { statusWords } from './status-words.ts';

/** All that is known of a request. */
export function RequestDetails({ request }: { request: Request }) {
  const { id, path, status, duration_ms, product, origin, subject_ref, actor, credential } = request;
  const { run_id, thread_id } = request;
  return (
    <DescriptionList
      rows={[
        ['Request-Id', <Code key="id" text={id} />],
        ['Path', <Code key="path" text={path} />],
        ['Status', statusWords(status)],
        ['Duration', duration(duration_ms)],
        ['Product', wordsOf(product)],
        ['Origin', wordsOf(origin)],
        ['Subject', subject_ref],
        ['Actor', actor],
        [
          'Credential',
          credential && (
            <>
              {wordsOf(credential.kind)} <Code text={credential.id} />
            </>
          ),
        ],
        ['Connection', request.connection_id && <Code text={request.connection_id} />],
        ['Thread', thread_id && <Code text={thread_id} />],
        [
          'Run',
          run_id && (
            <Link
              to="/runs/$runId"
              params={{ runId: run_id }}
              search={subject_ref === undefined ? {} : { subject: subject_ref }}
              className="text-accent underline"
            >
              <Code text={run_id} />
            </Link>
          ),
        ],
        ['Cost', request.cost_credits === 0 ? undefined : creditsText(request.cost_credits)],
        ['Replayed', request.replayed ? 'Yes, a stored response was returned' : undefined],
        ['Time', <Time key="time" at={request.created_at} />],
      ]}
    />
  );
}

function Code({ text }: { text: string }) {
  return <code className="font-mono text-xs break-all">{text}</code>;
}
