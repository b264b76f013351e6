import { openUnions } from '../open-unions.ts';
import type { Call, Named, ResourceCalls } from './calls.ts';

/** The resources of the asynchronous Python client, before black. */
export function pythonResources(resources: ResourceCalls[]): string {
  return `"""The resources whose methods only send a request. Generated from docs/openapi.json."""

from __future__ import annotations

from typing_extensions import Unpack

from .. import _unions, models
from .._requests import Body, Options, dumped, query_of
from .pages import AsyncCollection
from .resources import AsyncResource, Id, segment

${resources.map(classOf).join('\n\n')}
`;
}

function classOf({ name, about, calls }: ResourceCalls): string {
  const doc = docstring(about);
  return `class Async${name}(AsyncResource):\n    ${doc}\n\n${calls.map(methodOf).join('\n\n')}\n`;
}

function methodOf(call: Call): string {
  const args = [
    'self',
    ...call.pathParameters.map(({ name, schema }) => `${name}: ${identifierType(schema)}`),
    ...(call.field === undefined ? [] : [`${call.field.name}: ${identifierType(call.field.schema)}`]),
    ...bodyArgument(call),
    ...(call.query.length > 0 ? ['*', ...inOrder(call.query).map(queryArgument)] : []),
    '**options: Unpack[Options]',
  ].join(', ');
  const doc = call.about === undefined ? '' : `        ${docstring(call.about)}\n`;
  const model = `models.${call.result}`;
  const shape = shapeOf(call.result);
  const path = pathOf(call);
  const query = `{${inOrder(call.query)
    .map(({ name }) => `"${name}": ${variable(name)}`)
    .join(', ')}}`;
  const name = snakeCase(call.name);
  if (call.isCollection) {
    return `    def ${name}(${args}) -> AsyncCollection[${model}]:\n${doc}        return self.collection(${shape}, ${path}, ${query}, options)\n`;
  }
  const result = call.mayBeProposed ? `${model} | models.Change` : model;
  const sent = [
    shape,
    `"${call.method}"`,
    path,
    'options',
    ...(call.query.length > 0 ? [`query=query_of(${query})`] : []),
    ...jsonArgument(call),
  ].join(', ');
  const send = call.mayBeProposed ? 'data_or_change' : 'data';
  return `    async def ${name}(${args}) -> ${result}:\n${doc}        return await self.${send}(${sent})\n`;
}

/** The value that parses a result: a class or, for a union, its adapter. */
function shapeOf(result: string): string {
  const isUnion = openUnions.some((name) => name === result);
  return isUnion ? `_unions.${result.toUpperCase()}` : `models.${result}`;
}

/** Names of code in the text, as Python writes them. */
function docstring(about: string): string {
  return `"""${about.replaceAll(/`([^`]+)`/g, (_, code: string) => `\`\`${snakeCase(code)}\`\``)}"""`;
}

function bodyArgument({ body }: Call): string[] {
  if (body === undefined) return [];
  return [`${snakeCase(body.pythonName)}: Body${body.required ? '' : ' | None = None'}`];
}

function jsonArgument({ body, field }: Call): string[] {
  if (field !== undefined) return [`json={"${field.name}": ${field.name}}`];
  if (body === undefined) return [];
  return [`json=dumped(${snakeCase(body.pythonName)})${body.required ? '' : ' or {}'}`];
}

function queryArgument({ name, schema }: Named): string {
  const types: Record<string, string> = { integer: 'int', number: 'float' };
  return `${variable(name)}: ${types[schema.type ?? ''] ?? identifierType(schema)} | None = None`;
}

function identifierType({ format }: Named['schema']): string {
  return format === 'uuid' ? 'Id' : 'str';
}

function pathOf({ path, pathParameters }: Call): string {
  if (pathParameters.length === 0) return `"${path}"`;
  return `f"${path.replaceAll(/\{(\w+)\}/g, '{segment($1)}')}"`;
}

/** `from` is a word of the language, and the others are options of every request. */
const renamed: Record<string, string> = { from: 'from_', subject: 'subject_ref', actor: 'of_actor' };

function variable(name: string): string {
  return renamed[name] ?? name;
}

/** Query parameters of every collection come last. */
function inOrder(query: Named[]): Named[] {
  const isPage = ({ name }: Named) => name === 'limit' || name === 'cursor';
  return [...query.filter((each) => !isPage(each)), ...query.filter(isPage)];
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
