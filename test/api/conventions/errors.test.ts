import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishScripted } from '#clients/raw/conversation.ts';
import { startService, type TestService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

let service: TestService;
beforeAll(async () => {
  const inner = new Error('the password is hunter2');
  service = await startService({
    worker: false,
    services: {
      hasModel: (modelClass) => {
        if (modelClass === 'deep') throw inner;
        return true;
      },
    },
  });
});
afterAll(async () => await service.stop());

it('[envelope.error] an error is status and error, with message and code, and nothing that is empty', async () => {
  const { client } = await service.workspace();
  const { body, headers } = await client.get('/v1/agents/agent_1');
  expect(body).toEqual({ status: 'error', error: { code: 'not_found', message: 'No agent with that id.' } });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

it('[envelope.error] an error with details has them beside message and code', async () => {
  const { client } = await service.workspace();
  const { body } = await client.get('/v1/agents?limit=x');
  expect(body).toEqual({
    status: 'error',
    error: {
      code: 'invalid_request',
      message: 'limit: must be an integer',
      details: [{ path: 'limit', message: 'must be an integer', code: 'invalid_format' }],
    },
  });
});

it('[fault.unexpected] an unexpected fault says nothing of the inside; the log has it, by request', async () => {
  const { client } = await service.workspace();
  const answer = await client.post('/v1/agents', {
    key: 'a',
    name: 'A',
    instructions: '',
    model_class: 'deep',
  });
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    status: 'error',
    error: { code: 'internal_error', message: 'Something went wrong on our side.' },
  });
  const requestId = answer.headers.get('request-id');
  expect(service.logs).toContainEqual(
    expect.objectContaining({
      request_id: requestId,
      code: 'internal_error',
      err: expect.objectContaining({ message: 'the password is hunter2' }),
    }),
  );
});

it('[fault.unexpected] the service goes on after it', async () => {
  const { client } = await service.workspace();
  expect(verdict(await client.get('/v1/agents'))).toEqual([200]);
  expect(await publishScripted(client)).toMatchObject({ version: 1 });
});
