/** Something undefined was about to be sent to MongoDB. */
export class UndefinedValueError extends Error {
  override name = 'UndefinedValueError';

  /** @param path where it is, without any values */
  constructor(path: string) {
    super(`${path} is undefined`);
  }
}

/**
 * A client or a collection whose methods throw for a filter, document or update in which something is undefined. The
 * driver would send it as null, or, told to ignore it, leave it out: a filter without its tenant would then match the
 * documents of all of them. The types forbid it; this is for values that are not what their types say.
 *
 * @throws {UndefinedValueError} from each method, before anything is sent
 */
export function refusingUndefined<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const path = pathOfUndefined(args);
        if (path !== undefined) throw new UndefinedValueError(`${String(name)}${path}`);
        return member.apply(target, args) as unknown;
      };
    },
  });
}

/** Looks into arrays and plain objects; sessions, dates, binaries and the like are for the driver to judge. */
function pathOfUndefined(value: unknown): string | undefined {
  if (value === undefined) return '';
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const path = pathOfUndefined(value[index]);
      if (path !== undefined) return `[${index}]${path}`;
    }
  } else if (isPlain(value)) {
    for (const key in value) {
      const path = pathOfUndefined(value[key]);
      if (path !== undefined) return `.${key}${path}`;
    }
  }
  return undefined;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
