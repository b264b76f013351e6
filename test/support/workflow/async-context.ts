import { AsyncLocalStorage } from 'node:async_hooks';

/** The SDK takes this from the globals of its sandbox when it is loaded, for its cancellation scopes. Import it first. */
Object.assign(globalThis, { AsyncLocalStorage });
