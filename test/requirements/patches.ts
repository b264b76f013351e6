import type { Requirement } from './requirement.ts';

/** Patches: publishing, versions, built-ins. */
export const patches = [
  {
    id: 'patch.publish.created',
    behaviour: 'POST /v1/patches is 201 with ref key@1 and the declaration.',
  },
  {
    id: 'patch.publish.next-version',
    behaviour: 'Publishing a key again makes key@2 and leaves key@1 as it was.',
  },
  {
    id: 'patch.publish.key-format',
    behaviour: 'A key that does not match ^[a-z][a-z0-9_]{0,63}$ is 422.',
  },
  {
    id: 'patch.publish.bad-schema',
    behaviour:
      'An input_schema that does not compile as JSON Schema 2020-12, or is not of an object, is 422.',
  },
  {
    id: 'patch.schema.bounded',
    behaviour:
      'A schema that takes too long or too much memory is ended: at publication it is 422, at a call the arguments are invalid_args.',
  },
  {
    id: 'patch.schema.off-loop',
    behaviour: "While a tenant's schema is at work, the process goes on with everything else.",
  },
  {
    id: 'patch.schema.fair',
    behaviour: "One workspace's slow schemas delay the checks and calls of no other.",
  },
  {
    id: 'patch.publish.linear',
    behaviour:
      'Checking the templates of a definition looks at each part of its schema a fixed number of times; templates that name over 256 arguments are 422.',
  },
  {
    id: 'patch.schema.linear-patterns',
    behaviour:
      'Patterns of a schema are matched in time linear in the text; one that cannot be (look-around, back-references) is 422 at publication.',
  },
  {
    id: 'patch.schema.turn-budget',
    behaviour:
      'The calls of one turn share one limit of time for validation: when it is used up, the others are invalid_args.',
  },
  {
    id: 'patch.schema.cache-shares',
    behaviour: "One workspace's schemas push no other workspace's out of the compiled ones.",
  },
  {
    id: 'patch.publish.bad-template',
    behaviour: 'A template that names an unknown argument is 422.',
  },
  {
    id: 'patch.publish.request-not-allowed',
    behaviour: 'A request on a patch whose interaction makes none is 422.',
  },
  {
    id: 'patch.publish.timeout',
    behaviour: 'timeout_seconds is 30 by default and at most 300.',
  },
  {
    id: 'patch.list-and-get',
    behaviour:
      'GET /v1/patches lists the patches, built-in ones included, and GET /v1/patches/{key}@{version} returns one.',
  },
  {
    id: 'patch.builtin.everywhere',
    behaviour: 'The seven built-in patches exist in every workspace and cannot be redefined.',
  },
  {
    id: 'patch.builtin.ask-user',
    behaviour: 'ask_user@1 takes {question, options?} and asks the user.',
  },
  {
    id: 'patch.builtin.handoff',
    behaviour: 'handoff@1 takes {reason, summary?} and hands off.',
  },
  {
    id: 'patch.builtin.update-plan',
    behaviour: 'update_plan@1 takes {steps: [{title, status}]} with status pending, active or done.',
  },
  {
    id: 'patch.builtin.show-block',
    behaviour: 'show_block@1 takes {kind, payload, ref?} and adds a data part to the reply.',
  },
  {
    id: 'patch.builtin.identify',
    behaviour:
      'identify_account@1 and list_banks@1 run the Identify lookups as activities, with the answers of the API.',
  },
  {
    id: 'patch.builtin.extract',
    behaviour: 'extract@1 runs an extraction as a silent step of the run.',
  },
  {
    id: 'patch.redact.linear',
    behaviour: 'Redaction visits each part of a value at most once, however many pointers there are.',
  },
  {
    id: 'patch.redact.repeated',
    behaviour:
      'What a patch redacts is struck from replies, deltas, blocks, plans, questions, handoffs and the arguments of later calls in events when the model repeats it, however it is split; the model is still told it.',
  },
  {
    id: 'patch.redact',
    behaviour:
      'The JSON pointers of redact hide those arguments and results wherever a trace or event shows them, and not from the host.',
  },
  {
    id: 'patch.request-template',
    behaviour:
      'Method, path, query, headers and body of the outbound call are the templates filled from the arguments, escaped for their place.',
  },
  {
    id: 'patch.path-arguments',
    behaviour:
      'A call whose path has a segment . or .. when it is decoded once or more often is refused before anything is sent.',
  },
] as const satisfies readonly Requirement[];
