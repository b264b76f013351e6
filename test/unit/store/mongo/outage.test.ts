import {
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoRuntimeError,
  MongoServerError,
} from 'mongodb';
import { expect, it } from 'vitest';
import { isOutage } from '#store/mongo/outage.ts';

const server = (code: number) => new MongoServerError({ message: 'no', code });
const labelled = (label: string) => {
  const error = new MongoError('no');
  error.addErrorLabel(label);
  return error;
};
const socket = (code: string) => Object.assign(new Error('no'), { code });

it.each([
  ['a connection that broke', new MongoNetworkError('gone')],
  ['a client without a connection', new MongoNotConnectedError('gone')],
  ['a client that was closed', new MongoClientClosedError()],
  ['a server that is not primary', server(10_107)],
  ['a server that shuts down', server(91)],
  ['a transaction to be tried again', labelled('TransientTransactionError')],
  ['a socket that was ended between two commands', socket('EPIPE')],
  ['a socket that was torn down', socket('ECONNRESET')],
])('%s is an outage', (_, error) => {
  expect(isOutage(error)).toBe(true);
});

it.each([
  ['a duplicate key', server(11_000)],
  ['a document that is not valid', server(121)],
  ['a misuse of the driver', new MongoRuntimeError('no')],
  ['an error of the service', new TypeError('no')],
  ['an error with another code', socket('ENOENT')],
  ['what is no error', { code: 'EPIPE' }],
])('%s is none', (_, error) => {
  expect(isOutage(error)).toBe(false);
});
