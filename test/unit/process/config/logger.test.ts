import { MongoBulkWriteError } from 'mongodb';
import { expect, it } from 'vitest';
import { createLogger, type Logger } from '#process/config/logger.ts';

/** The logger's output, parsed. */
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

/** Errors of an engine or a server that quote its input. */
const quoting = [
  () => JSON.parse('{"iban": DE89370400440532013000}'),
  () => JSON.parse('my card is 4111\n\nor so'),
  () => JSON.parse(`{"text": "${'x'.repeat(100)}", "card": my card is 4111 ${'x'.repeat(100)}}`),
  () => {
    throw new Error(
      'E11000 duplicate key error index: by_name dup key: { subject_ref: "ada", name: "my card is" }',
    );
  },
];

it.each(quoting)('nor what its words quote: %#', (fail) => {
  for (const wrap of [
    (cause: unknown) => cause,
    (cause: unknown) => new Error('the call failed', { cause }),
  ]) {
    let line = {};
    try {
      fail();
    } catch (error) {
      line = logged((log) => log.error({ err: wrap(error) }, 'failed'));
    }
    expect(line).toMatchObject({ err: { message: expect.stringContaining('[redacted]') } });
    expect(JSON.stringify(line['err' as never])).not.toMatch(/my card|ada"|DE8937|4111/);
  }
});

it('what may slip in of a request is cut', () => {
  const line = logged((log) =>
    log.info({ authorization: 'Bearer sk_x', request: { headers: { cookie: 'x' } } }),
  );
  expect(line).toMatchObject({ authorization: '[redacted]', request: { headers: '[redacted]' } });
});

it('[tracing.logs] a line has the trace of what was being done as it was written', () => {
  const lines: string[] = [];
  let ids: object = {};
  const log = createLogger('test', 'info', { write: (line) => lines.push(line) }, () => ids);
  log.info('before');
  ids = { trace_id: 'ab'.repeat(16), span_id: 'cd'.repeat(8) };
  log.info('within');
  const [before, within] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(before).not.toHaveProperty('trace_id');
  expect(within).toMatchObject({ ...ids, msg: 'within' });
});
