import type { IdentifyResult } from '../../api/schema.ts';
import { Time } from '../../time/time.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Section } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { accountText, nameCheckText } from './account-text.ts';

type Answer = IdentifyResult;

const results = {
  identified: { text: 'Identified', tone: 'good' },
  not_found: { text: 'Not found', tone: 'warn' },
  unsupported: { text: 'Unsupported', tone: 'neutral' },
} as const satisfies Record<Answer['result'], { text: string; tone: Tone }>;

/** Sources disagree, or several institutions fit: the answer names one that may not be right. */
const likely = { text: 'Likely', tone: 'warn' } as const;

/** The words of a code such as `bad_checksum`. */
const words = (code: string): string => code.replaceAll('_', ' ');

/** The result of a lookup. */
export function IdentifyAnswer({ answer }: { answer: Answer }) {
  const { result, reference, country, institution, rails = [], account, candidates = [] } = answer;
  const { text, tone } = answer.confidence === 'likely' ? likely : results[result];
  return (
    <div className="space-y-6">
      <Section
        title={institution?.name ?? reference}
        description={institution === undefined ? undefined : reference}
        actions={<Badge tone={tone}>{text}</Badge>}
      >
        <DescriptionList
          className="p-5"
          rows={[
            ['Reason', answer.reason && words(answer.reason)],
            ['Country', country],
            ['Type', institution && words(institution.type)],
            ['BIC', institution?.bic],
            ['Branch', institution?.branch && Object.values(institution.branch).filter(Boolean).join(', ')],
            [
              'Codes',
              institution &&
                institution.codes.map(({ scheme, value }) => `${words(scheme)} ${value}`).join(', '),
            ],
            [
              'Rails',
              rails.length > 0 && (
                <span className="flex flex-wrap gap-1.5">
                  {rails.map((rail) => (
                    <Badge key={rail} tone="accent">
                      {words(rail)}
                    </Badge>
                  ))}
                </span>
              ),
            ],
            ['Account', account && accountText(account)],
            ['Name check', answer.verification && nameCheckText(answer.verification)],
            ['Confidence', answer.confidence],
            ['Note', answer.note],
            ['Source', answer.source && `${answer.source.name}, as of ${answer.source.as_of}`],
            ['Identified', answer.identified_at && <Time at={answer.identified_at} />],
          ]}
        />
      </Section>
      {candidates.length > 0 && (
        <Section title="Candidates" description="Institutions that the reference may belong to.">
          <ul className="divide-y divide-line">
            {candidates.map(({ id, name, type }) => (
              <li key={id} className="flex items-center justify-between gap-4 px-5 py-2.5 text-sm">
                {name}
                <Badge>{words(type)}</Badge>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <JsonView value={answer} label="The answer as JSON" />
    </div>
  );
}
