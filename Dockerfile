# syntax=docker/dockerfile:1

# Packs the package as it would be published.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY tools ./tools
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm pack --pack-destination /tmp && tar -xzf /tmp/gleaner-*.tgz -C /tmp

# What it needs at run time, in the versions of the lockfile: its dependencies, then the optional peers of a cluster.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev --no-workspaces --no-audit --no-fund
ARG PEERS="nodemailer pg pg-boss playwright-core prom-client"
RUN node -p "const { devDependencies } = require('./package.json'); process.argv.slice(1).map((name) => name + '@' + devDependencies[name]).join(' ')" $PEERS > /tmp/peers \
  && xargs npm install --ignore-scripts --omit=dev --save-prod --save-exact --no-workspaces --no-audit --no-fund < /tmp/peers

FROM node:24.21.0-bookworm-slim AS gleaner
# Chromium without windows, and fonts for most of the world's scripts: pages are printed and pictured with them.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends \
    ca-certificates \
    chromium-headless-shell \
    fonts-liberation \
    fonts-noto-cjk \
    fonts-noto-color-emoji \
    fonts-noto-core \
    tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /tmp/package ./
COPY docker/serve-browser.mjs ./
ENV NODE_ENV=production
USER node
EXPOSE 8080
# True while the store can be written and the server is not shutting down.
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Node is no good first process: tini passes signals on and takes in what browsers leave behind.
ENTRYPOINT ["/usr/bin/tini", "--", "node", "/app/dist/cli/gleaner.js"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080"]
