#!/usr/bin/env bash
# Checks a game, prints its kit, and draws what changed since BASE; HOME_FOLDER, GAME, BASE and OUTPUT as in action.yml.
# SCRAWL_PYTHON names a Python that has Scrawlpress; without one an environment is made of the folder this lies in.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"; git worktree prune' EXIT
if [ -z "${SCRAWL_PYTHON:-}" ]; then
    python3 -m venv "$work/env"
    "$work/env/bin/pip" install --quiet "$here/../../.."
    SCRAWL_PYTHON=$work/env/bin/python
fi
scrawl() { "$SCRAWL_PYTHON" -P -m generator "$@"; }
named=()
[ -z "${GAME:-}" ] || named=(--game "$GAME")
output=${OUTPUT:-scrawl}
mkdir -p "$output"
scrawl check --home "${HOME_FOLDER:-.}" "${named[@]}" --format github
scrawl print kit --home "${HOME_FOLDER:-.}" "${named[@]}" -o "$output/kit"
faces() { scrawl export png --home "$1" "${named[@]}" --pages --dpi 100 -o "$2"; }
changed=0
if [ -n "${BASE:-}" ]; then
    git fetch --quiet --depth 1 origin "$BASE" 2>/dev/null || true # a shallow clone lacks it
    git worktree add --quiet --detach "$work/before" "$BASE"
    faces "${HOME_FOLDER:-.}" "$work/after-faces"
    # what cannot be drawn before, such as a game that is new, is all new
    faces "$work/before/${HOME_FOLDER:-.}" "$work/before-faces" || mkdir -p "$work/before-faces"
    changed=$("$SCRAWL_PYTHON" -P "$here/changes.py" "$work/before-faces" "$work/after-faces" "$output/changes")
    git worktree remove --force "$work/before"
fi
echo "changed=$changed" >> "${GITHUB_OUTPUT:-/dev/null}"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$output/changes/changes.md" ]; then
    cat "$output/changes/changes.md" >> "$GITHUB_STEP_SUMMARY"
fi
echo "$changed faces look different"
