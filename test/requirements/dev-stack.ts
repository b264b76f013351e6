import type { Requirement } from './requirement.ts';

/** The development stack, the environment and the container image. */
export const devStack = [
  {
    id: 'dev-stack.one-command',
    behaviour:
      './temporal-dev.sh brings up dependencies, Temporal with its UI, MongoDB, API, worker and a seeded demo workspace.',
  },
  {
    id: 'dev-stack.says-what-it-does',
    behaviour: 'It says what it does while it does it, then prints the addresses and one curl, which works.',
  },
  {
    id: 'dev-stack.stops-what-it-started',
    behaviour: 'It stays in the foreground; Ctrl-C or SIGTERM stops all that it started and nothing else.',
  },
  {
    id: 'dev-stack.data-survives',
    behaviour: 'Data lives in .dev/ and survives a restart.',
  },
  { id: 'dev-stack.fresh', behaviour: '--fresh starts empty.' },
  {
    id: 'dev-stack.restarts-dead-parts',
    behaviour:
      'A part that dies is started again, with a word on the terminal and its new pid in stack.json.',
  },
  {
    id: 'dev-stack.stack-json',
    behaviour:
      '.dev/stack.json has the fields of the contract once everything answers, and is gone after a stop.',
  },
  {
    id: 'dev-stack.console-link',
    behaviour:
      'It prints a one-time link that signs in to the console of the demo workspace, and console_url in stack.json is another one, replaced once it is used.',
  },
  {
    id: 'dev-stack.overrides',
    behaviour:
      'PORT, TEMPORAL_ADDRESS, TEMPORAL_UI_PORT, MONGODB_URI and DEV_DIR override; given an address or URI it starts none of its own.',
  },
  {
    id: 'dev-stack.demo-agent',
    behaviour: 'The demo agent uses scripted, and a message to it is answered.',
  },
  {
    id: 'dev-stack.demo-patches',
    behaviour:
      'The demo agent has every built-in patch, send_payment (gated), sign_contract (proposed action) and quote_fx (silent, priced).',
  },
  {
    id: 'dev-stack.demo-connection',
    behaviour: 'The stack serves a small echo host on loopback, and the demo connection calls it.',
  },
  {
    id: 'dev-stack.real-model-agent',
    behaviour: 'With a provider key in the environment a second demo agent uses that model.',
  },
  {
    id: 'dev-stack.demo-rate',
    behaviour: 'The demo workspace has a rate of 1,000,000.',
  },
  {
    id: 'dev-stack.npm-test',
    behaviour:
      'npm test installs what it needs and runs every test, on servers of its own, apart from a running stack.',
  },
  {
    id: 'config.base-url',
    behaviour: 'BASE_URL is an origin; without it, the public address is http://127.0.0.1 with the port.',
  },
  {
    id: 'config.bad-value',
    behaviour: 'A missing or unknown value stops the start with one clear error that names the variable.',
  },
  {
    id: 'config.variables',
    behaviour: 'Each variable of the contract is read with its default and form.',
  },
  {
    id: 'config.host',
    behaviour: 'The API and the metrics listen on HOST and on no other address.',
  },
  {
    id: 'dev-stack.loopback',
    behaviour: 'Everything in the development stack listens on loopback only.',
  },
  {
    id: 'container.published-ports',
    behaviour:
      'docker-compose.yml publishes the API and Temporal’s UI, on loopback by default, and nothing else.',
  },
  {
    id: 'config.encryption-keys',
    behaviour: 'ENCRYPTION_KEYS is id:base64 pairs of 256-bit keys, the first of which encrypts.',
  },
  {
    id: 'container.complete',
    behaviour:
      'The container image has every folder and package that API, worker and admin need, whatever is added later, and no secrets or tests.',
  },
  {
    id: 'container.confined',
    behaviour:
      'Containers have no capabilities, gain no privileges, do not run as root, and cannot change their file systems, which their processes do not need.',
  },
  {
    id: 'container.secrets',
    behaviour:
      'A documented script writes the passwords and keys of docker-compose.yml to a file that only its owner can read. MongoDB has a password.',
  },
  {
    id: 'container.environment',
    behaviour: 'docker-compose.yml passes each process the variables that it reads, and no others.',
  },
  {
    id: 'operations.temporal-prepared',
    behaviour:
      'admin temporal prepare registers the namespace and the search attributes, and changes nothing the second time.',
  },
] as const satisfies readonly Requirement[];
