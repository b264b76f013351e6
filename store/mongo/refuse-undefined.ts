/** Something undefined was about to be sent to MongoDB. */
export class UndefinedValueError extends Error {
  override name = 'UndefinedValueError';

  /** @param path where it is, without any values */
  constructor(path: string) {
    super(`${path} is undefined`);
  }
}

/**
 * A client or a collection whose methods throw for a filter, document or update that contains undefined. The driver
 * would send it as null or, if configured to ignore it, leave it out: a filter without its tenant would then match the
 * documents of all tenants. The types forbid it; this guards against values that do not match their types.
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

/** Checks arrays and plain objects. Sessions, dates, binaries and the like are left to the driver. */
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
