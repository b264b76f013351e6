import { MongoBulkWriteError } from 'mongodb';
import { expect, it } from 'vitest';
import { createLogger, type Logger } from '#process/config/logger.ts';

/** What the logger writes, parsed. */
function logged(write: (log: Logger) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLogger('test', 'info', { write: (line) => lines.push(line) }));
  return JSON.parse(lines.join('')) as Record<string, unknown>;
}

/** The driver puts the documents that were refused into its error. */
const refused = new MongoBulkWriteError(
  {
    message: 'shutting down',
    code: 91,
    writeErrors: [{ err: { op: { subject_ref: 'ada', content: 'my card is' } } }],
  } as never,
  {} as never,
);

// Temporal's SDK says `error`.
it.each(['err', 'error'])('of an error as `%s` words and code are logged, not what it carries', (name) => {
  const line = logged((log) => log.error({ [name]: refused }, 'failed'));
  expect(line[name]).toMatchObject({ type: 'MongoBulkWriteError', message: 'shutting down', code: 91 });
  expect(JSON.stringify(line)).not.toMatch(/my card|subject_ref/);
});

it('nor what its causes carry', () => {
  const failed = Object.assign(new Error('the call failed', { cause: refused }), { body: 'my card is' });
  const line = logged((log) => log.error({ err: failed }, 'failed'));
  expect(line['err']).toMatchObject({ message: 'the call failed: shutting down' });
  expect(JSON.stringify(line)).not.toMatch(/my card|subject_ref/);
});

it('what may slip in of a request is cut', () => {
  const line = logged((log) =>
    log.info({ authorization: 'Bearer sk_x', request: { headers: { cookie: 'x' } } }),
  );
  expect(line).toMatchObject({ authorization: '[redacted]', request: { headers: '[redacted]' } });
});
