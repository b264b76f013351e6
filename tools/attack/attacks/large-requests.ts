import { type Attack, expectThat, whileLoopsAreWatched } from '../attack.ts';
import { describedOperations, type DescribedOperation } from '../operations.ts';
import type { Tenant } from '../tenant.ts';

/** Attacks by requests of which every operation has to read something before it can refuse them. */
export const largeRequests: Attack[] = [
  {
    name: 'bodies at the size limit, to every operation that takes one',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const operations = (await describedOperations(stack)).filter(({ example }) => example !== undefined);
      const { result, held } = await whileLoopsAreWatched(stack, async () => {
        let sent = 0;
        for (const operation of operations) {
          for (const [what, body] of [...wholeBodies(), ...bodiesByField(operation)]) {
            await answered(tenant, operation, what, { body });
            sent += 1;
          }
        }
        return sent;
      });
      return `${result} bodies to ${operations.length} operations; ${held}`;
    },
  },
  {
    name: 'queries that name a parameter thousands of times',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const lists = (await describedOperations(stack)).filter(
        ({ method, path }) => method === 'GET' && !path.includes('{') && !path.includes('stream'),
      );
      const { held } = await whileLoopsAreWatched(stack, async () => {
        for (const operation of lists) {
          const query = 'limit=a&'.repeat(1900);
          await answered(tenant, { ...operation, path: `${operation.path}?${query}` }, 'its query');
        }
      });
      return `${lists.length} lists; ${held}`;
    },
  },
];

const mostCharacters = 1_000_000;
const anyId = '019a9f41-77d2-7b0a-9e63-2c4d5e6f7081';

/** Sends a request that must not be a fault of the service. */
async function answered(
  tenant: Tenant,
  { method, path }: Pick<DescribedOperation, 'method' | 'path'>,
  what: string,
  options: { body?: string } = {},
): Promise<void> {
  const { status } = await tenant.request(method, path.replaceAll(/\{[^}]+\}/g, anyId), options);
  expectThat(status !== 500, `${method} ${path} was answered with ${status} for ${what}`);
}

function times<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

/** Bodies that take long to parse, or that a careless parser reads again and again. */
function wholeBodies(): [what: string, body: string][] {
  return [
    ['lists in lists', '['.repeat(79_000) + ']'.repeat(79_000)],
    ['objects in objects', '{"a":'.repeat(39_000) + '1' + '}'.repeat(39_000)],
    ['very many members', `{${times(39_000, (index) => `"m${index}":1`).join(',')}}`],
    ['a member that comes very often', `{${times(39_000, () => '"a":1').join(',')}}`],
    ['very many texts', `{"a":[${times(79_000, (index) => `"${index}"`).join(',')}]}`],
    ['numbers that a double would change', `{"a":[${times(79_000, () => '1e400').join(',')}]}`],
    ['a number of very many digits', `{"a":${'9'.repeat(mostCharacters)}}`],
    ['a text of escapes', `{"a":"${String.raw`\\"`.repeat(mostCharacters / 4)}"}`],
    ['a text without an end', `{"a":"${String.raw`\"`.repeat(mostCharacters / 2)}`],
  ];
}

/** The example of an operation with one field that holds as much as fits. */
function bodiesByField({ example = {} }: DescribedOperation): [what: string, body: string][] {
  const values: Record<string, unknown> = {
    'white space': ' '.repeat(mostCharacters),
    'marks to be put in order': '\u0301\u0316'.repeat(mostCharacters / 4),
    'the beginnings of templates': '{{'.repeat(mostCharacters / 2),
    'very many elements': times(26_000, () => ({})),
  };
  return Object.keys(example).flatMap((field) =>
    Object.entries(values).map(([what, value]): [string, string] => [
      `${what} in ${field}`,
      JSON.stringify({ ...example, [field]: value }),
    ]),
  );
}
