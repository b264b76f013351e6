import { expect, it } from 'vitest';
import { readAnswer } from '#integrations/calls/read-answer.ts';
import { fromJsonText } from '#contract/json-text.ts';

function resultOf(body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  const { status, result } = readAnswer({ status: 200, headers, body, bytes: Buffer.byteLength(body) });
  return [status, result && fromJsonText(result)];
}

it('[number.result] numbers of a host that a double would change keep their digits', () => {
  expect(resultOf('{"id":2512292042121000001,"list":[0.1234567890123456789,1e-400],"amount":12.50}')).toEqual(
    ['ok', { id: '2512292042121000001', list: ['0.1234567890123456789', '1e-400'], amount: 12.5 }],
  );
  expect(resultOf('646180157000000004')).toEqual(['ok', { value: '646180157000000004' }]);
});

it.each(['application/json', 'text/plain'])(
  '[number.result] of two members of one name neither is taken, in an answer of type %s',
  (type) => {
    const body = '{"paid":true,"p\\u0061id":false}';
    expect(resultOf(body, { 'content-type': type })).toEqual([
      'ok',
      { unreadable: true, status: 200, text: body },
    ]);
  },
);
