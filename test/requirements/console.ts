import type { Requirement } from './requirement.ts';

/** The inbox of what waits for people, and what the API does for the web console. */
export const consoleArea = [
  {
    id: 'inbox.item',
    behaviour:
      'GET /v1/loom/approvals lists {kind, run_id, thread_id, subject_ref, agent, tool_call_id, patch_ref, summary?, args?, connection?, prompt?, risk?, created_at, expires_at} of every run that waits for a person.',
  },
  {
    id: 'inbox.oldest-first',
    behaviour:
      'What has waited longest comes first, in pages that neither repeat nor omit what waits throughout.',
  },
  {
    id: 'inbox.filters',
    behaviour: 'kind, patch, risk, agent_id and subject select what waits.',
  },
  {
    id: 'inbox.scope',
    behaviour:
      'A subject sees only what waits in its own runs, and a workspace without a subject all that waits in it.',
  },
  {
    id: 'inbox.same-moment',
    behaviour:
      'What is listed shows the call that a decision is accepted for at that moment, and leaves with it.',
  },
  {
    id: 'inbox.runs-pending',
    behaviour:
      'A run that waits for a person carries pending in the shape of the inbox; any other run has none.',
  },
  {
    id: 'pause.visible-expiry',
    behaviour: 'Every pending_* and the event that announces it carry created_at and expires_at.',
  },
  {
    id: 'console.sign-in',
    behaviour:
      'POST /console/session signs a person in with an API key and a name, and stores neither the key nor the secret of the cookie.',
  },
  {
    id: 'console.cookie',
    behaviour:
      'The cookie is HttpOnly, SameSite=Strict, limited to the paths of the API, and Secure where BASE_URL is https.',
  },
  {
    id: 'console.session',
    behaviour:
      'A session stands for an API key of its workspace on every endpoint, with its limits, and a credential in the header takes precedence.',
  },
  {
    id: 'console.csrf',
    behaviour:
      'The cookie counts only with the header Console-Request, and with Origin and Sec-Fetch-Site of the service itself.',
  },
  {
    id: 'console.actor',
    behaviour:
      'The actor of what a session does is the name that the person signed in with, whatever Service-Actor says.',
  },
  {
    id: 'console.origin',
    behaviour: 'What a session starts has the origin console or playground, as Console-Request says.',
  },
  {
    id: 'console.session-ends',
    behaviour:
      'Signing out, and deleting the API key that opened it, end a session at once in every process.',
  },
  {
    id: 'console.expiry',
    behaviour: 'A session ends eight hours after its last use, and seven days after its start.',
  },
  {
    id: 'console.failed-sign-ins',
    behaviour: 'Ten failed sign-ins a minute from one address; further attempts are 429 rate_limited.',
  },
  {
    id: 'console.link',
    behaviour:
      'A one-time link signs a person in to its workspace; one that was made for somebody signs them in under that name.',
  },
  {
    id: 'console.link-once',
    behaviour:
      'Of any number of sign-ins with one link, in any process, the first within its time succeeds; opening the page uses nothing up.',
  },
  {
    id: 'console.link-no-keys',
    behaviour:
      'A session that a link opened creates and deletes no API keys and signing keys, because they outlive it: 403 forbidden.',
  },
  {
    id: 'console.served',
    behaviour:
      'The console is served under /console, with its page at every path that names no file, and / leads there; nothing outside of its folder is.',
  },
  {
    id: 'console.csp',
    behaviour:
      "A strict content security policy lets the console run the service's own files only, and connect to the service and the realtime provider.",
  },
  {
    id: 'console.unbuilt',
    behaviour: 'If the console is not built, its page says how to build it.',
  },
  {
    id: 'stats.runs',
    behaviour:
      'GET /v1/loom/stats counts the runs of a period by state, reason and error, with latency, tokens and cost, in total and over time.',
  },
  {
    id: 'stats.latency',
    behaviour:
      'The percentiles of the times to the end and to the first pause are right to within ten percent.',
  },
  {
    id: 'stats.buckets',
    behaviour:
      'A period is divided at whole hours or days of UTC, and parts without anything are listed too.',
  },
  {
    id: 'stats.webhooks',
    behaviour:
      'GET /v1/stats/webhooks counts the attempts of a period that delivered and that failed, by endpoint and over time.',
  },
  {
    id: 'stats.bounded',
    behaviour: 'A period is at most 92 days and 200 parts, else 422 invalid_request.',
  },
] as const satisfies readonly Requirement[];
