import type { Registry } from 'prom-client';
import { Breakers } from '#adapters/model/breakers/breakers.ts';
import { createModels, type Models } from '#adapters/model/models.ts';
import { measureModels } from '#adapters/operations/model-metrics.ts';
import type { Environment } from '#process/config/environment.ts';
import type { Logger } from '#process/config/logger.ts';
import { modelsConfig } from '#process/config/settings.ts';
import { breakerStore } from '#store/models/breakers.ts';
import type { Database } from '#store/mongo/database.ts';

interface ModelParts {
  environment: Environment;
  log: Logger;
  db: Database;
  metrics: Registry;
}

/** The models of the deployment, whose breakers all processes share. */
export function connectModels({ environment, log, db, metrics }: ModelParts): Models {
  const { asked, breaker } = measureModels(metrics);
  const breakers = new Breakers({ store: breakerStore(db), log, measure: breaker });
  return createModels(modelsConfig(environment), { breakers, log, measure: asked });
}
