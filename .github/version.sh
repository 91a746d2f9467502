#!/usr/bin/env bash
# Raises the versions as the changesets say. Run by the release workflow.
set -euo pipefail
cd "$(dirname "$0")/.."
npx -y pnpm@12.21.0 changeset version
npx -y pnpm@12.21.0 install --lockfile-only
