import { expect, it } from 'vitest';
import { guideOf, indexOf } from '#api/http/guides/guides.ts';

it.each([
  ['# Events\n\nEverything is an [event](events.md#x). Each\nis stored.\n', 'Everything is an event.'],
  ['# Events\n\nIt ends\nhere.\n\nMore.', 'It ends here.'],
  ['# Events\n\n`POST /v1/extract` gives v1.2 of it. `Then` more.', '`POST /v1/extract` gives v1.2 of it.'],
  ['# Events\n\n## The envelope\n\nText.', ''],
  ['# Events\n\n| a | b |\n', ''],
  ['# Events\n\n```sh\nls\n```', ''],
  ['# Events\n', ''],
])('[operations.guides] the summary of %j is its first sentence', (markdown, summary) => {
  expect(guideOf('events.md', markdown)).toEqual({ path: 'events.md', title: 'Events', summary, markdown });
});

it('[operations.guides] the index lists the guides, the API and, as optional, the decisions', () => {
  const guides = [
    guideOf('decisions/0001-one.md', '# 0001: One\n\n## Context\n'),
    guideOf('events.md', '# Events\n\nWhat happens. More.\n'),
  ];
  expect(indexOf(guides)).toBe(`# Heddle

> Durable agent conversations that move money-related work safely, bank account identification and data extraction behind one HTTP API.

## Guides

- [Events](/docs/events.md): What happens.

## API

- [OpenAPI 3.1](/openapi.json): every operation with its bodies, errors and codes
- [Reference](/docs): the same for people

## Optional

- [0001: One](/docs/decisions/0001-one.md)
`);
});
