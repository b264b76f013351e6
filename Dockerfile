# The files of the console, built with the tools that the service does not need.
FROM node:24-slim AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci --ignore-scripts
COPY clients/raw clients/raw
COPY clients/typescript/src clients/typescript/src
COPY clients/react/src clients/react/src
COPY contract contract
COPY console console
RUN node console/build.ts

# The service in one process. Another command runs an API or a worker alone.
FROM node:24-slim
# The worker's connection to Temporal uses the system's certificates.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
COPY --from=console /app/console/dist console/dist
# The workflow bundle, so that a worker starts at once and does not have to write files.
RUN node --input-type=module --eval "\
  import { DefaultLogger } from '@temporalio/worker'; \
  import { workflowBundle } from './worker/bundle.ts'; \
  await workflowBundle(new DefaultLogger('WARN'));"
# Compiled modules, so that a start takes a third less CPU time. Node keeps them by user, and writes nothing where it may not.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN install --directory --owner node "$NODE_COMPILE_CACHE"
USER node
# Without settings, the service ends with status 2 once its modules are loaded.
RUN node --import ./worker/workflow-threads.ts process/programs/service.ts || test $? -eq 2
EXPOSE 8080 9464
CMD ["node", "--import", "./worker/workflow-threads.ts", "process/programs/service.ts"]
