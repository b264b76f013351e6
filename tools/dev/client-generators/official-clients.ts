import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { pythonEnvironment } from '../python/python-environment.ts';
import { cacheDirectory } from '../servers/cache-directory.ts';
import { SetupProblem } from '../setup-problem.ts';
import { describedTypes, type Description } from './described-types.ts';
import { keepUnknown } from './open-unions.ts';
import { type Described, resourceCalls } from './resources/calls.ts';
import { pythonResources } from './resources/python.ts';
import { typescriptResources } from './resources/typescript.ts';

/**
 * Generates the types of the official clients from docs/openapi.json, the resources whose methods only send a request, and the
 * synchronous Python client from the asynchronous one.
 * What is as this has made it before is not made again, so that Python is needed only where the description changes.
 */

const root = join(import.meta.dirname, '../../..');
const python = join(root, 'clients/python');
const typescriptTypes = join(root, 'clients/typescript/src/schema/types.gen.ts');
const typescriptMethods = join(root, 'clients/typescript/src/resources/generated.ts');
const pythonMethods = join(python, 'src/heddle_client/_async/generated.py');

async function generateTypeScript(document: Description & Described, directory: string): Promise<void> {
  const project = join(directory, 'npm');
  const description = join(directory, 'with-queries.json');
  await writeFile(description, JSON.stringify(describedTypes(document, { queries: true })));
  await cp(join(import.meta.dirname, 'npm'), project, { recursive: true });
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await execa('npm', ['ci', ...quietly], { cwd: project });
  const options = ['--input', description, '--output', 'types', '--plugins', '@hey-api/typescript'];
  await execa('node', ['node_modules/@hey-api/openapi-ts/bin/run.js', ...options], { cwd: project });
  const types = await readFile(join(project, 'types/types.gen.ts'), 'utf8');
  // For a client that is generated as well.
  await writeFile(typescriptTypes, types.replace(/export type ClientOptions = \{[^}]*\};\n/, ''));
  await writeFile(typescriptMethods, typescriptResources(resourceCalls(document)));
  await execa('prettier', ['--write', typescriptTypes, typescriptMethods], { cwd: root, preferLocal: true });
}

/** Its methods have the parameters of queries as arguments. */
async function generatePython(document: Description & Described, directory: string): Promise<void> {
  const description = join(directory, 'openapi.json');
  await writeFile(description, JSON.stringify(describedTypes(document, { queries: false, unknown: true })));
  const environment = await pythonEnvironment(
    {
      name: 'datamodel-code-generator',
      requirements: join(import.meta.dirname, 'python/requirements.txt'),
      needs: 'Python 3.10 or newer with venv, and PyPI',
    },
    (line) => console.error(line),
  );
  const input = ['--input', description, '--input-file-type', 'openapi', '--openapi-scopes', 'schemas'];
  const shape = ['--output-model-type', 'pydantic_v2.BaseModel', '--target-python-version', '3.10'];
  const base = ['--base-class', 'heddle_client._model.Model'];
  const types = ['--use-standard-collections', '--use-union-operator', '--use-type-alias-type'];
  const enums = ['--enum-field-as-literal', 'all'];
  const comments = ['--use-schema-description', '--use-field-description', '--disable-timestamp'];
  const format = ['--use-double-quotes', '--formatters', 'black', 'isort'];
  const models = join(python, 'src/heddle_client/models.py');
  const output = ['--output', models];
  const options = [...input, ...shape, ...base, ...types, ...enums, ...comments, ...format, ...output];
  // It takes the length of lines from pyproject.toml.
  await execa(environment, ['-W', 'ignore', '-m', 'datamodel_code_generator', ...options], { cwd: python });
  await writeFile(models, keepUnknown(await readFile(models, 'utf8')));
  await execa(environment, ['-m', 'black', '--quiet', models]);
  await writeFile(pythonMethods, pythonResources(resourceCalls(document)));
  await execa(environment, ['-m', 'black', '--quiet', pythonMethods], { cwd: python });
  await execa(environment, [join(python, 'generate_sync.py')]);
}

/** Hash of all inputs of the generated clients, and of the output. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const files = [
    'docs/openapi.json',
    '.prettierrc.json',
    'tools/dev/client-generators/{described-types.ts,official-clients.ts,open-unions.ts,operations.ts,resources/*.ts,npm/*.json,python/*.txt}',
    'clients/python/*.{py,toml}',
    'clients/python/src/**/*.py',
    'clients/typescript/src/schema/*',
    'clients/typescript/src/resources/generated.ts',
  ];
  for await (const file of glob(files, { cwd: root }))
    hash.update(`\n${file}\n`).update(await readFile(join(root, file)));
  return hash.digest('hex');
}

async function generate(): Promise<void> {
  const generated = join(cacheDirectory(process.env), 'generated-clients');
  if (existsSync(join(generated, await fingerprint()))) return;
  const document = JSON.parse(await readFile(join(root, 'docs/openapi.json'), 'utf8')) as Description &
    Described;
  const directory = await mkdtemp(join(tmpdir(), 'heddle-types-'));
  try {
    await generateTypeScript(document, directory);
    await generatePython(document, directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  await mkdir(generated, { recursive: true });
  await writeFile(join(generated, await fingerprint()), '');
}

try {
  await generate();
} catch (error) {
  if (!(error instanceof SetupProblem)) throw error;
  console.error(`The types of the clients were not generated. ${error.message}`);
  process.exitCode = 1;
}
