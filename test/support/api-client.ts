import { Client, type Credentials } from '#clients/raw/client.ts';
import { checkAnswer } from './description/check-answer.ts';

export type { Answer as ApiAnswer } from '#heddle-client/answer.ts';

/** The client that tests use. It throws on a response that the OpenAPI document does not allow. */
export class ApiClient extends Client {
  constructor(baseUrl: string, credentials: Credentials) {
    super(baseUrl, {
      ...credentials,
      onAnswer: ({ status, headers, body }, { method, path }) =>
        checkAnswer({ method, path: new URL(path, baseUrl).pathname, status, headers, body }),
    });
  }
}
