#!/usr/bin/env bash
# Publishes each package whose version the registry does not have. Run by the release workflow, after the build.
set -euo pipefail
cd "$(dirname "$0")/.."
# Where packages go is npm's own default; the token is written down for that place alone.
if [ -n "${NODE_AUTH_TOKEN:-}" ]; then
  registry=$(npm config get registry)
  npm config set --location=user "${registry#*:}:_authToken" "$NODE_AUTH_TOKEN"
fi
npx -y pnpm@12.21.0 exec node scripts/release/prepare-release.ts "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY"
npx -y pnpm@12.21.0 changeset publish
