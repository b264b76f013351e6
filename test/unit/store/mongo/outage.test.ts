import {
  type BulkWriteResult,
  MongoBulkWriteError,
  MongoClientBulkWriteError,
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
/** As the driver wraps an error in that of a bulk write: over all collections, and of one. */
const wrapped = (cause: MongoError) => {
  const error = new MongoClientBulkWriteError({ message: 'no' });
  error.cause = cause;
  return error;
};
const wrappedOfOne = (cause: MongoError) => new MongoBulkWriteError(cause, {} as BulkWriteResult);
const oneRefused = (code: number) => {
  const error = wrapped(new MongoNetworkError('gone'));
  error.writeErrors.set(0, { code, message: 'no' });
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
  ['a cursor that another primary had', server(43)],
  ['an operation that an operator ended', server(11_601)],
  ['a server that has too much to do', labelled('SystemOverloadedError')],
  ['a bulk write that met a primary that steps down', wrapped(server(10_107))],
  ['a bulk write of one collection that was interrupted', wrappedOfOne(server(11_602))],
  ['a bulk write of one collection that found no server', wrappedOfOne(new MongoNetworkError('gone'))],
  ['a socket that was ended between two commands', socket('EPIPE')],
  ['a socket that was torn down', socket('ECONNRESET')],
])('%s is an outage', (_, error) => {
  expect(isOutage(error)).toBe(true);
});

it.each([
  ['a duplicate key', server(11_000)],
  ['a document that is not valid', server(121)],
  ['a bulk write one of whose documents is there already', oneRefused(11_000)],
  ['a bulk write that the server does not know', wrapped(server(59))],
  ['a misuse of the driver', new MongoRuntimeError('no')],
  ['an error of the service', new TypeError('no')],
  ['an error with another code', socket('ENOENT')],
  ['what is no error', { code: 'EPIPE' }],
])('%s is none', (_, error) => {
  expect(isOutage(error)).toBe(false);
});
