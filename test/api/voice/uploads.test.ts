import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { largestRecordingBytes } from '#contract/voice.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { verdict } from '../../support/verdict.ts';
import { MemoryVoice, recordingForm, wav } from '../../support/voice/memory-voice.ts';
import { startVoiceService, type VoiceService } from '../../support/voice/voice-service.ts';
import { perFile } from '../../support/per-file.ts';

const started = perFile(startVoiceService);
let client: ApiClient;
let apiKey: string;
beforeEach(async () => {
  Object.assign(started.voice, new MemoryVoice());
  ({ client, apiKey } = await started.service.workspace({ subject: 'ada' }));
});
/** However an upload ends, nothing is left of it. */
afterEach(async () => await started.untilRemoved());
const path = '/v1/voice/transcribe';
const boundary = 'b0undary';
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };

/** A part as it is sent. */
function part(name: string | undefined, content: string | Buffer, further = ''): Buffer {
  const disposition = name === undefined ? 'form-data' : `form-data; name="${name}"`;
  const head = `--${boundary}\r\nContent-Disposition: ${disposition}${further}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}
const end = Buffer.from(`--${boundary}--\r\n`);
const file = part('audio', wav(), '; filename="a.wav"\r\nContent-Type: audio/wav');
const send = async (body: Buffer, headers: Record<string, string> = multipart) =>
  await client.send('POST', path, { headers, body: new Uint8Array(body) });

it('a body is read whatever its parts are called and in which order they come', async () => {
  const answer = await send(Buffer.concat([part('language', 'en'), part('audio', wav()), end]));
  expect(answer.status).toBe(200);
  expect(started.voice.heard[0]).toMatchObject({ language: 'en', recording: { size: wav().length } });
});

describe('[voice.upload.malformed] media types', () => {
  it.each([
    ['JSON', { 'content-type': 'application/json' }],
    ['another multipart', { 'content-type': `multipart/mixed; boundary=${boundary}` }],
    ['bare audio', { 'content-type': 'audio/wav' }],
    ['none', {}],
    ['compressed', { ...multipart, 'content-encoding': 'gzip' }],
  ])('%s is 415', async (_, headers) => {
    expect(verdict(await send(Buffer.concat([file, end]), headers))).toEqual([415, 'unsupported_media_type']);
  });

  it('JSON endpoints take no multipart', async () => {
    expect(verdict(await client.upload('/v1/voice/speak', recordingForm()))).toEqual([
      415,
      'unsupported_media_type',
    ]);
  });
});

describe('[voice.upload.malformed] bodies', () => {
  it.each([
    ['no boundary', Buffer.concat([file, end]), { 'content-type': 'multipart/form-data' }],
    ['another boundary', Buffer.concat([file, end]), { 'content-type': 'multipart/form-data; boundary=x' }],
    ['no end', file, multipart],
    ['cut off in a part', file.subarray(0, -100), multipart],
    ['cut off in a header', file.subarray(0, 40), multipart],
    ['nothing that is multipart', Buffer.from('hello'), multipart],
    ['a part without a name', Buffer.concat([file, part(undefined, 'a'), end]), multipart],
  ])('%s is 400', async (_, body, headers) => {
    expect(verdict(await send(body, headers))).toEqual([400, 'invalid_multipart']);
    expect(started.voice.heard).toEqual([]);
  });

  it('no body at all is 400', async () => {
    expect(verdict(await client.send('POST', path))).toEqual([400, 'invalid_multipart']);
  });

  it.each([
    ['another field', [file, part('speed', '2')], 'speed'],
    ['another file', [file, part('video', wav(), '; filename="a.webm"')], 'video'],
    ['a second recording', [file, file], 'audio'],
    ['a second language', [file, part('language', 'en'), part('language', 'de')], 'language'],
    ['a language of 2,000 characters', [part('language', 'e'.repeat(2000)), file], 'language'],
    ['no recording', [part('language', 'en')], 'audio'],
    ['a field called __proto__', [file, part('__proto__', '1')], '__proto__'],
  ])('%s is 422', async (_, parts, field) => {
    const answer = await send(Buffer.concat([...parts, end]));
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(answer.error.details).toMatchObject([{ path: field }]);
    expect(started.voice.heard).toEqual([]);
  });

  it('the connection of an upload that is refused at its beginning can be used again', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = async (body: Buffer) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'service-subject': 'ada', ...multipart };
      const sent = request(`${started.service.baseUrl}${path}`, { method: 'POST', headers, agent });
      sent.end(body);
      const closed = once(sent, 'close');
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      await text(response);
      // Not before all of it is sent, too, the agent has the connection again.
      await closed;
      return { status: response.statusCode, again: sent.reusedSocket };
    };
    const refused = await post(Buffer.concat([part('speed', '2'), Buffer.alloc(600 * 1024)]));
    expect(refused).toEqual({ status: 422, again: false });
    expect(await post(Buffer.concat([file, end]))).toEqual({ status: 200, again: true });
    agent.destroy();
  });

  it('headers of parts are not read without an end', async () => {
    const headers = Array.from({ length: 3000 }, (_, index) => `X-${index}: ${'x'.repeat(10)}`).join('\r\n');
    const answer = await send(Buffer.concat([part('audio', wav(), `\r\n${headers}`), end]));
    // The part beyond the limit is cut off, and the rest still counts.
    expect(answer.status).toBe(200);
  });
});

describe('[voice.transcribe.too-large] 25 MiB', () => {
  it('are accepted, and a byte more is 413', async () => {
    const largest = wav(largestRecordingBytes - 44);
    expect((await client.upload(path, recordingForm(largest))).status).toBe(200);
    expect(started.voice.heard[0]?.recording.size).toBe(largestRecordingBytes);
    const larger = await client.upload(path, recordingForm(wav(largestRecordingBytes - 43)));
    expect(verdict(larger)).toEqual([413, 'payload_too_large']);
  });

  it.each([
    ['whose length is told', true],
    ['whose length is not told', false],
  ])('an upload of 26 MiB %s is 413', async (_, isTold) => {
    const chunk = Buffer.alloc(1024 * 1024);
    const head = file.subarray(0, -2);
    const bytes = 26 * chunk.length + head.length;
    const headers = {
      ...multipart,
      authorization: `Bearer ${apiKey}`,
      'service-subject': 'ada',
      ...(isTold ? { 'content-length': String(bytes) } : { 'transfer-encoding': 'chunked' }),
    };
    const socket = await dial(headers);
    const sent = isTold ? (piece: Buffer) => piece : chunked;
    const answer = answerOn(socket);
    socket.write(sent(head));
    for (let mib = 0; mib < 26; mib += 1) if (!socket.write(sent(chunk))) await once(socket, 'drain');
    expect(await answer).toEqual([413, 'payload_too_large']);
    socket.destroy();
    expect(started.voice.heard).toEqual([]);
  });
});

it('[voice.upload.removed] a client that breaks off leaves nothing behind', async () => {
  const socket = await dial({
    ...multipart,
    authorization: `Bearer ${apiKey}`,
    'service-subject': 'ada',
    'content-length': '100000',
  });
  socket.write(file.subarray(0, -2));
  const isThere = async () => (await started.uploadedFiles()).length === 1;
  await waitUntil(isThere, { timeoutMs: 60_000, what: 'it is being written' });
  socket.destroy();
  await started.untilRemoved();
  expect(await started.uploadedFiles()).toEqual([]);
});

it('[voice.upload.places] a workspace has a bounded number of uploads at once, and others are not affected', async () => {
  const held = Promise.withResolvers<void>();
  started.voice.listening = async () => await held.promise;
  const uploads = Array.from({ length: 16 }, async () => await client.upload(path, recordingForm()));
  await waitUntil(async () => await Promise.resolve(started.voice.heard.length === 16), {
    timeoutMs: 60_000,
    what: 'all are being transcribed',
  });
  const refused = await client.upload(path, recordingForm());
  expect(verdict(refused)).toEqual([429, 'rate_limited']);
  expect(refused.headers.get('retry-after')).toBe('10');
  const stranger = await started.service.workspace({ subject: 'ada' });
  const other = stranger.client.upload(path, recordingForm());
  await waitUntil(async () => await Promise.resolve(started.voice.heard.length === 17), {
    timeoutMs: 60_000,
    what: 'another workspace is served',
  });
  held.resolve();
  for (const answer of await Promise.all([...uploads, other])) expect(answer.status).toBe(200);
  expect((await client.upload(path, recordingForm())).status).toBe(200);
});

describe('[voice.upload.admitted] a client that waits for 100 Continue', () => {
  const expecting = { ...multipart, expect: '100-continue' };

  it('gets it when the body is about to be read', async () => {
    const body = Buffer.concat([file, end]);
    const socket = await dial({
      ...expecting,
      authorization: `Bearer ${apiKey}`,
      'service-subject': 'ada',
      'content-length': String(body.length),
      connection: 'close',
    });
    const [first] = (await once(socket, 'data')) as Buffer[];
    expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    expect(await answerOn(socket)).toEqual([200, undefined]);
  });

  it.each([
    ['an unknown credential', { authorization: 'Bearer sk_unknown' }, [401, 'unauthorized']],
    ['no subject', {}, [422, 'subject_required']],
    [
      'too large a body',
      { 'service-subject': 'ada', 'content-length': '30000000' },
      [413, 'payload_too_large'],
    ],
  ])('is refused for %s before it sends anything', async (_, headers, expected) => {
    const socket = await dial({
      ...expecting,
      authorization: `Bearer ${apiKey}`,
      'content-length': '1000',
      ...headers,
    });
    expect(await answerOn(socket)).toEqual(expected);
  });
});

describe('[voice.upload.pace] a client that sends hardly anything is told so, and cut off', () => {
  let impatient: VoiceService;
  afterEach(async () => await impatient.stop());

  it.each([
    ['in a window', { totalMs: 60_000, windowMs: 100, bytesPerWindow: 1000 }],
    ['in all', { totalMs: 200, windowMs: 60_000, bytesPerWindow: 1 }],
  ])('%s', async (_, pace) => {
    impatient = await startVoiceService({ pace });
    const workspace = await impatient.service.workspace();
    const headers = {
      ...multipart,
      authorization: `Bearer ${workspace.apiKey}`,
      'service-subject': 'ada',
      'content-length': '100000',
    };
    const socket = await dial(headers, impatient.service.baseUrl);
    socket.write(file.subarray(0, -2));
    // Writes after it has read: a write that fails because the service has hung up would lose what it said before.
    const drip = setInterval(() => setImmediate(() => socket.write('a')), 20);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    expect(await answerOn(socket)).toEqual([408, 'request_timeout']);
    await closed;
    clearInterval(drip);
    expect(await impatient.uploadedFiles()).toEqual([]);
  });
});

/** A connection on which the head of a request has been sent. */
async function dial(headers: Record<string, string>, baseUrl = started.service.baseUrl): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${lines.join('')}\r\n`);
  return socket;
}

/** Status and code of what the service says. */
async function answerOn(socket: Socket): Promise<[number, string | undefined]> {
  for (let received = ''; ;) {
    const [bytes] = (await once(socket, 'data')) as Buffer[];
    received += String(bytes);
    const [, status, length = Infinity, body = ''] =
      /^HTTP\/1.1 (\d+)[^]*Content-Length: (\d+)[^]*?\r\n\r\n([^]*)$/.exec(received) ?? [];
    if (body.length < Number(length)) continue;
    const { error } = JSON.parse(body) as { error?: { code: string } };
    return [Number(status), error?.code];
  }
}

function chunked(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}
