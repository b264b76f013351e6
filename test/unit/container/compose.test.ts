import { describe, expect, it } from 'vitest';
import { variableNames } from '#config/environment.ts';
import { composeService, readComposeFile } from '../../support/container/compose-file.ts';

describe.each([
  ['api', variableNames.service],
  ['worker', variableNames.service],
  ['migrate', variableNames.database],
  ['temporal-ready', variableNames.temporal],
])('the environment of %s', (name, read) => {
  const { environment = {} } = composeService(name);

  it('[container.environment] has every variable that the process reads, and no other', () => {
    expect(Object.keys(environment).toSorted()).toEqual(read.toSorted());
  });

  it('[container.environment] takes a variable from the caller under its own name', () => {
    for (const [variable, value] of Object.entries(environment)) {
      const [, from = variable] = /^\$\{(\w+)/.exec(value) ?? [];
      expect(from).toBe(variable);
    }
  });
});

it('[container.environment] every process of the service is checked', () => {
  const ours = Object.entries(readComposeFile().services).filter(([, { image }]) => image === 'heddle');
  expect(ours.map(([name]) => name).toSorted()).toEqual(['api', 'migrate', 'temporal-ready', 'worker']);
});

it('[container.published-ports] only the API is published to other machines, and Temporal’s UI to this one', () => {
  const published = Object.entries(readComposeFile().services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => `${name} ${port}`),
  );
  expect(published).toEqual([
    'api ${PORT:-8080}:8080',
    'temporal-ui 127.0.0.1:${TEMPORAL_UI_PORT:-8233}:8080',
  ]);
});

it.each(['api', 'worker'])('the %s starts once the database and Temporal are prepared', (name) => {
  expect(composeService(name).depends_on).toEqual({
    migrate: { condition: 'service_completed_successfully' },
    'temporal-ready': { condition: 'service_completed_successfully' },
  });
});

it('Temporal has the settings of the development server', () => {
  expect(readComposeFile().configs['temporal-settings']).toEqual({
    file: './dev/servers/temporal-settings.yaml',
  });
});
