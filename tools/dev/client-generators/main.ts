import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '#api/http/openapi/document.ts';
import { allEndpoints } from '#api/endpoints.ts';
import { runCommand } from '../processes/run-command.ts';
import { pythonEnvironment } from '../python/python-environment.ts';
import { cacheDirectory } from '../servers/cache-directory.ts';
import { SetupProblem } from '../setup-problem.ts';

/**
 * `npm run generators:check`: generates clients from the API's description with four open generators, and compiles or imports
 * all that they generate. Each may make so many types for each schema and each operation at most: a schema that has no name
 * in the description is made again for every schema and operation that uses it. The versions of the generators are fixed, so
 * a description that passed before with the same files here is not checked again, unless with `--again`.
 */
const generators: {
  name: string;
  perSchema: number;
  perOperation: number;
  generate: (into: string) => Promise<number>;
}[] = [
  // Parameters, answer and body of each operation; the values of an enum are a type.
  { name: 'oapi-codegen', perSchema: 1.25, perOperation: 3, generate: oapiCodegen },
  { name: 'openapi-python-client', perSchema: 1.25, perOperation: 0, generate: openApiPythonClient },
  // The data, the answers and the errors of each operation, alone and by status.
  { name: 'hey-api', perSchema: 1.1, perOperation: 5, generate: heyApi },
  { name: 'openapi-generator', perSchema: 1.1, perOperation: 0, generate: openApiGenerator },
];

const here = import.meta.dirname;
const description = openApiDocument(allEndpoints);
const timeoutMs = 600_000;
const log = (line: string): void => console.log(line);

/** Go, with the options that docs/clients.md names. */
async function oapiCodegen(into: string): Promise<number> {
  await cp(join(here, 'go'), into, { recursive: true });
  await run(into, 'go', 'tool', 'oapi-codegen', '-config', 'oapi-codegen.yaml', '../openapi.json');
  await run(into, 'go', 'vet', '.');
  return await countTypes(into, /^heddle\.gen\.go$/, /^type /gm);
}

/** Python. Every module is imported: a file that imports what does not exist compiles. */
async function openApiPythonClient(into: string): Promise<number> {
  const python = await pythonEnvironment(
    {
      name: 'openapi-python-client',
      requirements: join(here, 'requirements.txt'),
      needs: 'Python 3.11 or newer with venv, and PyPI',
    },
    log,
  );
  const options = ['--path', '../openapi.json', '--meta', 'none', '--output-path', 'heddle'];
  await run(into, python, '-m', 'openapi_python_client', 'generate', ...options);
  await run(into, python, join(here, 'import_all.py'), 'heddle');
  return await countTypes(join(into, 'heddle/models'), /\.py$/, /^class /gm);
}

/** TypeScript, also for `moduleResolution: nodenext`, which requires the endings of files. */
async function heyApi(into: string): Promise<number> {
  await npmProject(into);
  for (const [folder, ...options] of [['bundler'], ['nodenext', '--tsconfig', 'tsconfig.nodenext.json']]) {
    const output = JSON.stringify({
      path: folder,
      ...(options.length > 0 && { importFileExtension: '.js' }),
    });
    await writeFile(
      join(into, `${folder}.config.mjs`),
      `export default { input: '../openapi.json', output: ${output} };\n`,
    );
    await run(into, 'node', 'node_modules/@hey-api/openapi-ts/bin/run.js', '-f', `${folder}.config.mjs`);
  }
  await compile(into, 'bundler', '--module', 'preserve', '--moduleResolution', 'bundler');
  await compile(into, 'nodenext', '--module', 'nodenext');
  return await countTypes(join(into, 'nodenext'), /^types\.gen\.ts$/, /^export type /gm);
}

const openApiGeneratorVersion = '7.17.0';

/** Many languages; here TypeScript, which the compiler of the other project checks. It cannot name what `webhooks` has. */
async function openApiGenerator(into: string): Promise<number> {
  const { webhooks: _, ...rest } = description;
  await writeFile(join(into, 'openapi.json'), JSON.stringify(rest));
  const jar = await openApiGeneratorJar();
  await run(
    into,
    'java',
    '-jar',
    jar,
    'generate',
    '-g',
    'typescript-fetch',
    '-i',
    'openapi.json',
    '-o',
    'out',
  );
  await npmProject(into);
  await compile(into, 'out', '--module', 'preserve', '--moduleResolution', 'bundler');
  return (await readdir(join(into, 'out/models'))).length;
}

async function openApiGeneratorJar(): Promise<string> {
  const directory = join(cacheDirectory(process.env), `openapi-generator-${openApiGeneratorVersion}`);
  const name = `openapi-generator-cli-${openApiGeneratorVersion}.jar`;
  await mkdir(directory, { recursive: true });
  if (!(await readdir(directory)).includes(name)) {
    const artifact = `org.openapitools:openapi-generator-cli:${openApiGeneratorVersion}`;
    log(`fetching ${artifact} into ${directory}`);
    await run(
      directory,
      'mvn',
      '-q',
      'dependency:copy',
      `-Dartifact=${artifact}`,
      `-DoutputDirectory=${directory}`,
    );
  }
  return join(directory, name);
}

async function npmProject(into: string): Promise<void> {
  await cp(join(here, 'npm'), into, { recursive: true });
  await run(into, 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error');
}

async function compile(into: string, folder: string, ...options: string[]): Promise<void> {
  const config = {
    compilerOptions: { target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], strict: true, noEmit: true },
    include: [`${folder}/**/*.ts`],
  };
  await writeFile(join(into, `tsconfig.${folder}.json`), JSON.stringify(config));
  await run(into, 'node', 'node_modules/typescript/bin/tsc', '-p', `tsconfig.${folder}.json`, ...options);
}

async function run(cwd: string, command: string, ...args: string[]): Promise<void> {
  const logFile = join(cwd, 'log.txt');
  try {
    await runCommand({ command, args, cwd, env: process.env, logFile, timeoutMs });
  } catch (error) {
    const said = await readFile(logFile, 'utf8').catch(() => '');
    throw new SetupProblem(`${command} ${args.join(' ')}: ${(error as Error).message}\n${said.slice(-4000)}`);
  }
}

async function countTypes(directory: string, files: RegExp, declaration: RegExp): Promise<number> {
  const names = (await readdir(directory)).filter((name) => files.test(name));
  const texts = await Promise.all(names.map(async (name) => await readFile(join(directory, name), 'utf8')));
  return texts.reduce((sum, text) => sum + (text.match(declaration)?.length ?? 0), 0);
}

/** A fingerprint of everything that decides the result. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(description));
  for await (const file of glob('**/*', { cwd: here, withFileTypes: true })) {
    if (file.isFile()) hash.update(file.name).update(await readFile(join(file.parentPath, file.name)));
  }
  return hash.digest('hex');
}

async function check(directory: string): Promise<boolean> {
  await writeFile(join(directory, 'openapi.json'), JSON.stringify(description));
  const schemas = Object.keys(description.components?.schemas ?? {}).length;
  const operations = [description.paths, description.webhooks]
    .flatMap((paths) => Object.values(paths ?? {}))
    .reduce((sum, methods) => sum + Object.keys(methods).length, 0);
  let passed = true;
  for (const { name, perSchema, perOperation, generate } of generators) {
    const into = join(directory, name);
    await mkdir(into);
    const types = await generate(into);
    const mostTypes = Math.floor(perSchema * schemas + perOperation * operations);
    log(`${name}: ${types} types, at most ${mostTypes}`);
    passed &&= types <= mostTypes;
  }
  return passed;
}

const checked = join(cacheDirectory(process.env), 'checked-generators');
const directory = await mkdtemp(join(tmpdir(), 'heddle-clients-'));
try {
  const stamp = join(checked, await fingerprint());
  if (existsSync(stamp) && !process.argv.includes('--again')) log('This description passed before.');
  else if (await check(directory)) {
    await mkdir(checked, { recursive: true });
    await writeFile(stamp, '');
  } else process.exitCode = 1;
} catch (error) {
  if (!(error instanceof SetupProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
