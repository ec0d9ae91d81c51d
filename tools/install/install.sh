#!/bin/sh
# Installs scrawl for this user, on macOS and Linux, with a Python of its own: sh tools/install/install.sh [WHEEL or FOLDER]
# Without one it takes the project that this file lies in. To take it off again: uv tool uninstall scrawlpress
set -eu
project=${1:-$(cd "$(dirname "$0")/../.." && pwd)}
PATH="$HOME/.local/bin:$PATH"
if ! command -v uv >/dev/null; then
    echo "uv, which brings Python, is fetched from https://astral.sh/uv"
    curl -LsSf https://astral.sh/uv/install.sh | sh
fi
uv tool install --quiet --force "$project[workshop]"
uv tool update-shell --quiet || true # where the shell is none that it knows, its path stays as it is
echo "scrawl is installed; in a new terminal: scrawl print kit -o output"
