import type { ModelClass } from '#contract/model-class.ts';
import type { Model } from './model.ts';

/** The models of a deployment. */
export interface Models {
  /** @throws {Error} if no model of this class is configured */
  get: (modelClass: ModelClass) => Model;
}
