import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { BAD_ARGUMENTS, MAX_SLEEP_MS, parseScript } from '#adapters/model/script.ts';

const say = (text: string) => ({ do: 'say', text });
const bad = (name?: string, text = BAD_ARGUMENTS) => ({ do: 'unparseable-call', name, text });

describe('parseScript', () => {
  it.each([
    ['words', 'Hello there'],
    ['an unknown directive', '/dance now\n/say hi'],
    ['a directive that only begins like one', '/saying hi'],
    ['a separator', '---\n/say hi'],
    ['/call without a patch key', '/call'],
    ['/sleep without a number', '/sleep soon'],
    ['/sleep with a negative number', '/sleep -1'],
    ['/fail without a number', '/fail'],
    ['/bad with two words', '/bad one two'],
    ['nothing', ''],
    ['blanks', ' \r\n\t'],
  ])('takes a message whose first line is %s for plain text', (_, message) => {
    expect(parseScript(message)).toBeUndefined();
  });

  it.each([
    ['/call with arguments', '/call pay {"amount": 1}', { do: 'call', name: 'pay', args: { amount: 1 } }],
    ['/call without arguments as an empty object', '/call pay', { do: 'call', name: 'pay', args: {} }],
    ['/call with malformed JSON as unparseable', '/call pay {"amount"', bad('pay', '{"amount"')],
    ['/call with JSON that is no object as unparseable', '/call pay [1]', bad('pay', '[1]')],
    ['/call of a name that no patch could have', '/call A@1 {}', { do: 'call', name: 'A@1', args: {} }],
    ['/say', '/say Hello  there ', say('Hello  there ')],
    ['/say without text', '/say', say('')],
    ['/say with further blanks before its text', '/say   Hello', say('  Hello')],
    ['/sleep', '/sleep 250', { do: 'sleep', ms: 250 }],
    ['/sleep for longer than the cap', '/sleep 99999999999999999999', { do: 'sleep', ms: MAX_SLEEP_MS }],
    ['/fail', '/fail 2', { do: 'fail', times: 2 }],
    ['/bad', '/bad', bad()],
    ['/bad with a patch key', '/bad pay', bad('pay')],
  ])('reads %s', (_, message, directive) => {
    expect(parseScript(message)).toEqual([[directive]]);
  });

  it('keeps the lines of a step in their order', () => {
    expect(parseScript('/say a\n/sleep 5\n/say b')).toEqual([[say('a'), { do: 'sleep', ms: 5 }, say('b')]]);
  });

  it('[model.scripted.steps] parts steps at lines of three dashes', () => {
    expect(parseScript('/call pay\n---\n/say a---b\n--- \n/say c')).toEqual([
      [{ do: 'call', name: 'pay', args: {} }],
      [say('a---b')],
      [say('c')],
    ]);
  });

  it('keeps a step without lines', () => {
    expect(parseScript('/say a\n---\n---\n/say c')).toEqual([[say('a')], [], [say('c')]]);
  });

  it.each(['\n', '\r\n', '\r'])('reads lines that end in %j', (end) => {
    expect(parseScript(['/say a', '---', '/say b'].join(end))).toEqual([[say('a')], [say('b')]]);
  });

  it('skips blank lines and blanks before a directive', () => {
    expect(parseScript('\n  /say a\n\n \t\n\t---\n  /say b\n')).toEqual([[say('a')], [say('b')]]);
  });

  it.each(['/dance', 'Hello', '/sleep soon', '/call'])(
    'says a later line that is no directive back: %s',
    (line) => {
      expect(parseScript(`/say a\n${line}`)).toEqual([[say('a'), say(`Not understood: ${line}`)]]);
    },
  );

  it('never throws', () => {
    const word = fc.constantFrom(
      '/call',
      '/say',
      '/sleep',
      '/fail',
      '/bad',
      '---',
      '{',
      '\n',
      '\r\n',
      ' ',
      '9',
    );
    const message = fc.array(fc.oneof(word, fc.string({ unit: 'binary' }))).map((parts) => parts.join(''));
    fc.assert(
      fc.property(message, (text) => {
        expect(() => parseScript(text)).not.toThrow();
      }),
    );
  });
});
