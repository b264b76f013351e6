import type { OutboundAnswer } from '#adapters/outbound-http/port.ts';
import { withoutSecrets } from '#adapters/outbound-http/without-secrets.ts';
import { shownBodyLength } from '#contract/webhook-attempt.ts';
import type { StoredResponse } from '#store/documents/webhook-attempt.ts';
import type { OpenWebhookEndpoint } from '#store/webhooks/open-endpoint.ts';

/**
 * The stored part of a receiver's answer: the beginning of its body, without the secrets that it shares with the
 * service, which it may echo. Undefined for an empty body.
 */
export async function keptResponse(
  answer: OutboundAnswer,
  { secrets }: Pick<OpenWebhookEndpoint, 'secrets'>,
): Promise<StoredResponse | undefined> {
  if (answer.body === '') return undefined;
  // A library may know a secret without its prefix.
  const forms = secrets.flatMap(({ value }) => [value, value.replace(/^whsec_/, '')]);
  const { body } = await withoutSecrets(answer, Object.fromEntries(forms.entries()));
  const kept = body.slice(0, shownBodyLength.response).toWellFormed();
  return { body: kept, ...(kept.length < body.length && { truncated: true as const }) };
}
