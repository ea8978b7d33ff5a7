# The mock in a container: docker build -t animal-store . && docker run --rm -p 4010:4010 animal-store
# Your own document: docker run --rm -p 4010:4010 -v "$PWD:/spec:ro" animal-store serve /spec/openapi.yaml
FROM node:20.20-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund

FROM node:20.20-bookworm-slim
ENV NODE_ENV=production ANIMAL_STORE_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /build/package.json /build/LICENSE ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY --from=build /build/spec ./spec
COPY --from=build /build/conformance/README.md ./conformance/README.md
USER node
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ANIMAL_STORE_PORT || 4010}/`).then(() => process.exit(0), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/src/cli.js"]
CMD ["serve"]
