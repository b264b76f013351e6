const pay = (amount: number, to: string, iban: string, reference: string): string =>
  `/call send_payment ${JSON.stringify({ amount, currency: 'EUR', to, iban, reference })}\n---\n/say Paid.`;
const show = (kind: string, payload: unknown): string =>
  `/call show_block ${JSON.stringify({ kind, payload })}`;

/** Other people's messages to the demo agent, so that lists and charts have content. */
export const others: { subject: string; text: string }[] = [
  { subject: 'grace@example.com', text: '/say Good morning, Grace. How can I help?' },
  { subject: 'linus@example.com', text: pay(89.9, 'Nordlys AB', 'SE4550000000058398257466', 'Order 7718') },
  {
    subject: 'margaret@example.com',
    text: '/call list_banks {"country":"SE","limit":5}\n---\n/say Here they are.',
  },
  {
    subject: 'edsger@example.com',
    text: '/call identify_account {"bic":"NOT A BIC"}\n---\n/say I could not read that.',
  },
  {
    subject: 'margaret@example.com',
    text: pay(4200, 'Atelier Moreau', 'FR1420041010050500013M02606', 'Deposit'),
  },
  {
    subject: 'barbara@example.com',
    text: '/call quote_fx {"from":"EUR","to":"SEK","amount":1000}\n---\n/say The rate is ready.',
  },
  {
    subject: 'alan@example.com',
    text: '/call sign_contract {"document":"Lease agreement","parties":["Alan","Joan"]}',
  },
  {
    subject: 'grace@example.com',
    text: '/call ask_user {"question":"Which account should the refund go to?","options":["Current account","Savings"]}',
  },
  { subject: 'edsger@example.com', text: '/fail 5' },
  { subject: 'barbara@example.com', text: '/call handoff {"reason":"The customer asks for a person."}' },
];

/** Earlier messages of the person in the first picture. */
export const earlier: { title: string; text: string }[] = [
  {
    title: 'Exchange rate for Stockholm',
    text: '/call quote_fx {"from":"EUR","to":"SEK","amount":400}\n---\n/say 400 EUR are 4,512 SEK today.',
  },
  { title: 'Which bank is SEB?', text: '/say SEB is Skandinaviska Enskilda Banken, in Stockholm.' },
  {
    title: 'Refund of order 7702',
    text: '/call ask_user {"question":"To which account?","options":["Current account","Savings"]}',
  },
];

const plan = (done: number): string =>
  `/call update_plan ${JSON.stringify({
    steps: ['Look up the supplier', 'Compare what the banks charge', 'Prepare the payment'].map(
      (title, index) => ({ title, status: index < done ? 'done' : index === done ? 'active' : 'pending' }),
    ),
  })}`;

/** A conversation with a plan, a call and a block of each kind. */
export const supplier = {
  title: 'What a transfer to Stockholm costs',
  text: [
    plan(1),
    '/call quote_fx {"from":"EUR","to":"SEK","amount":1250}',
    '---',
    show('table', {
      title: 'Fees for 1,250 EUR to Sweden',
      columns: ['Bank', 'Arrives', 'Fee', 'Total'],
      rows: [
        ['Commerzbank', 'Tomorrow', '4.90 EUR', '1,254.90 EUR'],
        ['Nordea', 'Today', '9.50 EUR', '1,259.50 EUR'],
        ['Handelsbanken', 'In two days', 'None', '1,250.00 EUR'],
      ],
    }),
    show('key_value', {
      title: 'Supplier',
      items: [
        { label: 'Name', value: 'Nordlys AB' },
        { label: 'IBAN', value: 'SE45 5000 0000 0583 9825 7466' },
        { label: 'Invoices this year', value: 12 },
      ],
    }),
    show('links', {
      title: 'Read more',
      items: [
        { label: 'Fees of transfers within the EU', url: 'https://example.com/fees' },
        { label: 'Invoice 7718', url: 'https://example.com/invoices/7718' },
      ],
    }),
    show('text', { title: 'Note', text: 'Rates are **indicative** until the payment is confirmed.' }),
    plan(2),
    '---',
    '/say Handelsbanken is the **cheapest**; Nordea is the fastest. Which one should I prepare?',
  ].join('\n'),
};
