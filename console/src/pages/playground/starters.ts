/** Something to say to an agent whose model plays scripts, which shows one thing that agents do. */
export interface Starter {
  title: string;
  text: string;
  /** The patch that the agent needs for it. */
  patch?: string;
}

const script = (...steps: string[]): string => steps.join('\n---\n');

/** First messages for the demo agent. */
export const starters: Starter[] = [
  {
    title: 'Hold a payment for approval',
    patch: 'send_payment',
    text: script(
      '/say I have prepared the payment. It needs your approval.\n/call send_payment {"amount":1250,"currency":"EUR","to":"Bo Lindqvist","iban":"DE89370400440532013000","reference":"Invoice 2041"}',
      '/say Done: **1,250.00 EUR** went to Bo Lindqvist.',
    ),
  },
  {
    title: 'Ask me a question',
    patch: 'ask_user',
    text: script(
      '/call ask_user {"question":"Which account should I use?","options":["Current account","Savings"]}',
      '/say Thanks. You said: {{last}}',
    ),
  },
  {
    title: 'Propose a contract to sign',
    patch: 'sign_contract',
    text: script(
      '/call sign_contract {"document":"Lease agreement","parties":["Ada","Bo"]}',
      '/say Noted: {{last}}',
    ),
  },
  {
    title: 'Show a plan and a table',
    patch: 'update_plan',
    text: script(
      '/call update_plan {"steps":[{"title":"Read the rates","status":"done"},{"title":"Compare them","status":"active"},{"title":"Recommend one","status":"pending"}]}\n/call show_block {"kind":"table","payload":{"title":"Rates for 1,000 EUR","columns":["Currency","Rate","You get"],"rows":[["USD","1.0842","1,084.20"],["GBP","0.8431","843.10"],["CHF","0.9513","951.30"]]}}',
      '/say Here are the rates of this morning.',
    ),
  },
  {
    title: 'Find the bank of an account',
    patch: 'identify_account',
    text: script(
      '/call identify_account {"iban":"DE89370400440532013000"}',
      '/say The account is at: {{last}}',
    ),
  },
];
