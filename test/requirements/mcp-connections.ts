import type { Requirement } from './requirement.ts';

/** Customers' MCP servers, whose tools agents use as patches. */
export const mcpConnections = [
  {
    id: 'mcp-connection.create',
    behaviour:
      'A connection has type http, the default, or mcp. The type is shown, and cannot be changed by a PATCH.',
  },
  {
    id: 'mcp-connection.test',
    behaviour:
      'The test of an MCP connection lists the tools, and reports the revision, what the server calls itself, and how many tools it has.',
  },
  {
    id: 'mcp-connection.never-default',
    behaviour:
      'An MCP server is never the connection that a run has by default, and no patch makes an HTTP request to it.',
  },
  {
    id: 'mcp-connection.import',
    behaviour:
      'POST /v1/connections/{id}/import-tools publishes each tool as an immutable patch that is bound to connection and tool, with its description, its input schema, and a key of prefix and name.',
  },
  {
    id: 'mcp-connection.import.proposal',
    behaviour:
      'Risk and reliability of the patch, and the gate that is proposed, follow from the annotations of the tool, unless the caller overrides them.',
  },
  {
    id: 'mcp-connection.import.unchanged',
    behaviour:
      'A tool that is as it was keeps its version. One that has changed is a new version, which no agent has until one is published with it.',
  },
  {
    id: 'mcp-connection.import.faults',
    behaviour:
      'A tool that cannot be imported is reported with a stable code and a message, and the others are imported.',
  },
  {
    id: 'mcp-connection.import.undeclared',
    behaviour:
      'An imported tool refuses arguments that its input schema does not declare with invalid_args, unless the schema allows them in words.',
  },
  {
    id: 'mcp-connection.import.clean',
    behaviour:
      'What is published of a tool has no characters that cannot be seen: they are removed from its texts, those of its input schema included, and a tool is refused if they are in a name or a value.',
  },
  {
    id: 'mcp-connection.import.bounds',
    behaviour:
      'One import publishes at most 128 tools of a server that lists at most 1,000, in limited time and memory.',
  },
  {
    id: 'mcp-connection.call',
    behaviour:
      "A tool is called on the connection from which it was imported, whatever the run's connection is, with the id of the call as Idempotency-Key in a header and in _meta.",
  },
  {
    id: 'mcp-connection.claim',
    behaviour:
      'In a run of a session token that is for one connection, the tools of other connections do not exist.',
  },
  {
    id: 'mcp-connection.tool-changed',
    behaviour:
      'A call of a tool that is listed with another description, input schema or annotations than were published, or not at all, fails with tool_changed and is not sent.',
  },
  {
    id: 'mcp-connection.sent',
    behaviour:
      'Only the request tools/call counts as sent. It is sent once for each attempt, whatever the server asks for.',
  },
  {
    id: 'mcp-connection.result',
    behaviour:
      'Structured content is the result; without it, texts, links and embedded texts are, and of images, sounds and files their kind and size. An error of the tool or of the protocol fails the call, and the model is told of it.',
  },
  {
    id: 'mcp-connection.input-refused',
    behaviour: 'A server that asks for input, sampling or roots during a call is refused.',
  },
  {
    id: 'mcp-connection.bounded',
    behaviour:
      'Answers and streams of an MCP server are limited in size, number of values and time, which progress does not extend, and so are the requests that it causes.',
  },
  {
    id: 'mcp-connection.outbound-rules',
    behaviour: 'All requests to an MCP server follow the rules for outbound calls.',
  },
  {
    id: 'mcp-connection.request-shown',
    behaviour:
      'The trace shows the request tools/call as it was sent, with redacted arguments and without secrets and ids of calls and sessions.',
  },
] as const satisfies readonly Requirement[];
