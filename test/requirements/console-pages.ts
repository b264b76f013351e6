import type { Requirement } from './requirement.ts';

/** What people can do in the web console. */
export const consolePages = [
  {
    id: 'console.sign-in-page',
    behaviour:
      'A person signs in with a key that no script can read afterwards, is refused with a code and a Request-Id, and signs out.',
  },
  {
    id: 'console.back-to-page',
    behaviour:
      'When a session ends, the next request leads to the sign-in, and from there back to the page with all that was typed.',
  },
  {
    id: 'console.link-asks',
    behaviour: 'A one-time link asks before it replaces a session.',
  },
  {
    id: 'console.once',
    behaviour:
      'A request whose answer was lost is repeated with its Idempotency-Key, by the page or by hand, and happens once.',
  },
  {
    id: 'console.arguments',
    behaviour:
      'Beside its summary, a held write shows all redacted arguments of exactly that call, and everywhere that a person decides, characters that cannot be seen are written out.',
  },
  {
    id: 'console.stays',
    behaviour:
      'What one looks at in the inbox stays in view when somebody else settles it, as settled and by whom.',
  },
  {
    id: 'console.catch-up',
    behaviour:
      'However many events arrive at one moment, the page changes once, and reads what they tell of once.',
  },
  {
    id: 'console.skew',
    behaviour: 'Ages and expiries are right on a device whose clock is wrong.',
  },
  {
    id: 'console.converse',
    behaviour: 'A message in the playground gets its streamed reply; replies are announced as a whole.',
  },
  { id: 'console.approve', behaviour: 'A held write is approved by its summary, risk, age and expiry.' },
  { id: 'console.reject', behaviour: 'A held write is rejected with a reason.' },
  { id: 'console.answer', behaviour: 'A question is answered by one of its options or by any message.' },
  { id: 'console.outcome', behaviour: 'A proposed action is reported as occurred or failed, with a note.' },
  { id: 'console.cancel', behaviour: 'A run under way, or one that waits, is cancelled.' },
  {
    id: 'console.failure',
    behaviour:
      'A failed run shows its code; a refused request its code and Request-Id, and nothing typed is lost.',
  },
  {
    id: 'console.blocks',
    behaviour: 'Plans and blocks of known kinds are rendered; for any other kind the plain content is shown.',
  },
  {
    id: 'console.markdown-safe',
    behaviour:
      'The text of a model brings about no script, no markup of its own and no request to another host.',
  },
  {
    id: 'console.curl',
    behaviour: 'Beside the conversation are its events, and the command that does the same, without a key.',
  },
  {
    id: 'console.nothing-missed',
    behaviour: 'A connection that breaks and comes back misses no event and shows none twice.',
  },
  {
    id: 'console.nothing-doubled',
    behaviour: 'An event counts once, however often and in whatever order it arrives.',
  },
  {
    id: 'console.realtime',
    behaviour:
      'Where the deployment has a realtime provider, events come from it; what it loses is read from the log.',
  },
  {
    id: 'console.inbox-keys',
    behaviour: 'What waits is listed oldest first, arrives by itself, and is decided by keyboard alone.',
  },
  {
    id: 'console.race',
    behaviour: 'Of two people who decide at once, one wins, and the other is shown who and how.',
  },
  {
    id: 'console.palette',
    behaviour: 'Pages and commands are reached by the command palette and by shortcuts.',
  },
  {
    id: 'console.accessible',
    behaviour:
      'On every page axe finds nothing, in either theme, and at a width of 375 px nothing scrolls sideways.',
  },
  {
    id: 'console.first-load',
    behaviour:
      'All that a browser receives to show a page first, font and data included, is compressed and under 300 KB.',
  },
  {
    id: 'console.voice',
    behaviour:
      'Where voice is configured, a message can be dictated, and a recording discarded; replies are read out and stopped.',
  },
  {
    id: 'console.overview',
    behaviour:
      'The overview shows runs by state, latency, cost, credits left and held, lookups by rail and result, and webhook deliveries of a period, each chart also as a table.',
  },
  {
    id: 'console.manage',
    behaviour:
      'Grants are revoked, agents published and compared, connections added and tested, API keys created and deleted, deliveries repeated and references looked up from their pages.',
  },
  {
    id: 'console.run-page',
    behaviour: "A run's page shows its turns and calls in order, all of them if there are 200.",
  },
  {
    id: 'console.run-list',
    behaviour:
      'The list of runs scrolls through all pages, each run once, with only the rows in view in the document.',
  },
] as const satisfies readonly Requirement[];
