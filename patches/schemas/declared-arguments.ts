import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { partsOf } from '../schema-parts.ts';
import { prototypeNames } from '../template.ts';

/** Longer names, or names with more members, are not declared: checking them would only take time. */
const [nameCharacters, nameMembers] = [256, 16];

/** The members that the parts of a schema declare together: the schemas of each, by its name. */
type Members = ReadonlyMap<string, readonly JsonObject[]>;

/**
 * The arguments that an input schema declares: `amount`, or `recipient.name` for a member. Searches `properties`,
 * references within the schema and its composition. A member that is only allowed, and not declared, does not count: a
 * template that names one is more likely a typo.
 *
 * What a set of parts declares is collected once, for all names that lead through it.
 */
export class DeclaredArguments {
  readonly #root: JsonObject;
  readonly #ids = new Map<JsonObject, number>();
  /** Members by the ids of the parts. */
  readonly #members = new Map<string, Members>();
  #visited = 0;

  constructor(schema: JsonObject) {
    this.#root = schema;
  }

  /** How many parts of the schema have been visited so far. */
  get visited(): number {
    return this.#visited;
  }

  has(name: string): boolean {
    if (name.length > nameCharacters) return false;
    return this.hasPath(name.split('.'));
  }

  /** @param path the names of members, each within the one before it */
  hasPath(path: readonly string[]): boolean {
    if (path.length > nameMembers) return false;
    let parts: readonly JsonObject[] = [this.#root];
    for (const member of path) parts = this.#membersOf(parts).get(member) ?? [];
    return parts.length > 0;
  }

  #membersOf(parts: readonly JsonObject[]): Members {
    const key = parts.map((part) => this.#idOf(part)).join();
    let members = this.#members.get(key);
    if (members === undefined) this.#members.set(key, (members = this.#collect(parts)));
    return members;
  }

  #idOf(part: JsonObject): number {
    const id = this.#ids.get(part) ?? this.#ids.size;
    this.#ids.set(part, id);
    return id;
  }

  #collect(parts: readonly JsonObject[]): Members {
    const members = new Map<string, JsonObject[]>();
    const all = partsOf(this.#root, parts);
    this.#visited += all.size;
    for (const { properties } of all) {
      if (!isJsonObject(properties)) continue;
      for (const [name, declared] of Object.entries(properties)) {
        if (prototypeNames.has(name)) continue;
        const known = members.get(name);
        // `true` declares a member of any kind, and therefore none of its members.
        const schema = isJsonObject(declared) ? declared : anything;
        if (known === undefined) members.set(name, [schema]);
        else known.push(schema);
      }
    }
    return members;
  }
}

const anything: JsonObject = {};
