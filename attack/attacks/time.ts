import { type Attack, expectThat, whileLoopsAreWatched } from '../attack.ts';

/** Attacks on the time of others: nothing that a tenant sends may block an event loop. */
export const time: Attack[] = [
  {
    name: '16,000 headers of a connection',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const headers = Object.fromEntries(
        Array.from({ length: 16_000 }, (_, index) => [`x-header-${index}`, 'value']),
      );
      const { result, held } = await whileLoopsAreWatched(stack, () =>
        tenant.request('POST', '/v1/connections', {
          body: { name: 'many', base_url: stack.echoHost.url, auth: { type: 'none' }, headers },
        }),
      );
      expectThat(result.status === 422, `answered with ${result.status}`);
      return `422 ${result.code}; ${held}`;
    },
  },
];
