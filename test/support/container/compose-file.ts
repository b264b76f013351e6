import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The parts of a service in docker-compose.yml that the tests read. */
export interface ComposeService {
  image?: string;
  user?: string;
  command?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  volumes?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  privileged?: boolean;
  security_opt?: string[];
  ports?: string[];
  environment?: Record<string, string>;
  stop_grace_period?: string;
  healthcheck?: { test?: string[] };
  depends_on?: Record<string, { condition: string }>;
}

interface ComposeFile {
  services: Record<string, ComposeService>;
  configs: Record<string, { file?: string }>;
}

export function composeText(): string {
  return readFileSync(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8');
}

/** The repository's docker-compose.yml, with its anchors resolved. */
export function readComposeFile(): ComposeFile {
  return parse(composeText(), { merge: true }) as ComposeFile;
}

/** A service of the compose file. Throws for a name that the file does not have. */
export function composeService(name: string): ComposeService {
  const service = readComposeFile().services[name];
  if (service === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  return service;
}
