import { expect, it } from 'vitest';
import { allEndpoints } from '#api/endpoints.ts';
import { openApiDocument } from '#api/http/openapi/document.ts';
import { type Described, resourceCalls } from '#tools/dev/client-generators/resources/calls.ts';
import { pythonResources } from '#tools/dev/client-generators/resources/python.ts';
import { typescriptResources } from '#tools/dev/client-generators/resources/typescript.ts';

const description = openApiDocument(allEndpoints) as unknown as Described;
const calls = resourceCalls(description);

it('a change that two people may have to make is typed as the resource or the change', () => {
  expect(typescriptResources(calls)).toContain(
    'async create(key: schema.NewApiKey = {}, options?: RequestOptions): Promise<OrChange<schema.CreatedApiKey>>',
  );
  const python = pythonResources(calls);
  expect(python).toContain(
    'async def create(self, key: Body | None = None, **options: Unpack[Options]) -> models.CreatedApiKey | models.Change:',
  );
  expect(python).toContain('self.data_or_change(models.CreatedApiKey, "POST", "/v1/api-keys", options,');
});

it('a parameter that is a word of Python or an option of every request has another name there', () => {
  const python = pythonResources(calls);
  expect(python).toContain('subject_ref: str | None = None, limit: int | None = None');
  expect(python).toContain('"from": from_, "to": to');
  expect(python).not.toMatch(/[(,] (subject|actor|from):/);
});

it('an operation that does not exist, or a body that the table does not name, ends the generation', () => {
  expect(() => resourceCalls({ ...description, paths: {} })).toThrow('there is no operation');
  const withoutBody = { ...description.paths['/v1/agents'] };
  const { post } = withoutBody;
  if (post === undefined) throw new Error('agents are not published there');
  const { requestBody: _, ...rest } = post;
  const paths = { ...description.paths, '/v1/agents': { ...withoutBody, post: rest } };
  expect(() => resourceCalls({ ...description, paths })).toThrow('disagree about its body');
});
