import { once } from 'node:events';
import { request } from 'node:http';
import { type Attack, expectThat, whileLoopsAreWatched } from '../attack.ts';
import type { Tenant } from '../tenant.ts';

const boundary = 'b0undary';
const path = '/v1/voice/transcribe';
const head = `--${boundary}\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\n`;
const tail = `\r\n--${boundary}--\r\n`;
const mib = 1024 * 1024;
/** More than a subject may have at once. */
const slowUploads = 40;
const placesOfSubject = 16;

/** An upload that has begun. The caller writes the rest. */
function upload(tenant: Tenant) {
  const sent = request(`${tenant.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tenant.apiKey}`,
      'service-subject': 'mallory',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answer = Promise.withResolvers<number | undefined>();
  sent.on('response', (response) => {
    response.resume();
    answer.resolve(response.statusCode);
  });
  sent.on('error', () => answer.resolve(undefined));
  sent.write(head);
  return { sent, answer: answer.promise };
}

/** Attacks on uploads and speech. */
export const voice: Attack[] = [
  {
    name: '25 MiB that look like the beginnings of delimiters',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const { result, held } = await whileLoopsAreWatched(stack, async () => {
        const statuses: (number | undefined)[] = [];
        for (const pattern of ['\r', '\r\n', `\r\n--${boundary.slice(0, -1)}`]) {
          const { sent, answer } = upload(tenant);
          const piece = Buffer.alloc(mib, pattern);
          for (let count = 0; count < 24; count += 1) if (!sent.write(piece)) await once(sent, 'drain');
          sent.end(tail);
          statuses.push(await answer);
        }
        return statuses;
      });
      expectThat(
        result.every((status) => status === 422),
        `answered with ${result.join(', ')}`,
      );
      return `422, three times; ${held}`;
    },
  },
  {
    name: 'more slow uploads than a subject may have',
    run: async (stack) => {
      const [attacker, victim] = [await stack.newTenant(), await stack.newTenant()];
      const uploads = Array.from({ length: slowUploads }, () => upload(attacker));
      let refused = 0;
      const enough = Promise.withResolvers<void>();
      const countRefused = async (answer: Promise<number | undefined>) => {
        if ((await answer) === 429) refused += 1;
        if (refused === slowUploads - placesOfSubject) enough.resolve();
      };
      for (const { answer } of uploads) {
        void countRefused(answer);
      }
      await enough.promise;
      const other = upload(victim);
      other.sent.end(tail);
      const status = await other.answer;
      for (const { sent } of uploads) sent.destroy();
      expectThat(status === 422, `another workspace's upload was answered with ${status}`);
      return `${refused} were answered with 429, and another workspace with its own answer`;
    },
  },
  {
    name: "another subject's message, to be spoken",
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const { threadId } = await tenant.post(await tenant.publish(), 'My PIN is 1234.', { subject: 'ada' });
      const messages = await tenant.must<{ id: string }[]>('GET', `/v1/loom/threads/${threadId}/messages`, {
        subject: 'ada',
      });
      const body = { message_id: messages[0]?.id };
      const { status, code } = await tenant.request('POST', '/v1/voice/speak', { body });
      expectThat(status === 404, `answered with ${status}`);
      return `404 ${code}`;
    },
  },
  {
    name: 'Markdown that parsers take long for',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      // With so many words after it, the whole text is rendered, and then is too long.
      const words = `\n\n${'word '.repeat(2500)}`;
      const length = 18_000;
      const texts = [
        '*a'.repeat(length / 2),
        '_a __a*'.repeat(length / 7),
        `${'*'.repeat(length / 2)}a${'*'.repeat(length / 2)}`,
        `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`,
        '> '.repeat(length / 2),
        '1. '.repeat(length / 3),
        'a\n-\n'.repeat(length / 4),
      ];
      const { result, held } = await whileLoopsAreWatched(
        stack,
        async () =>
          await Promise.all(
            texts.map(async (text) => {
              const body = { text: `${text}${words}` };
              return await tenant.request('POST', '/v1/voice/speak', { body });
            }),
          ),
      );
      expectThat(
        result.every(({ status }) => status === 422),
        `answered with ${result.map(({ status }) => status).join(', ')}`,
      );
      return `422, each time; ${held}`;
    },
  },
];
