#!/usr/bin/env bash
# Runs animal-store in CI. action.yml and the examples for GitHub and GitLab all end here, so that one test covers them.
#
# All input comes in variables, and none of it is ever read as shell text:
#   INPUT_COMMAND   gate (default), verify or lint
#   INPUT_SPEC      the document, from the folder that this runs in (gate and lint need it; verify has the embedded one)
#   INPUT_BASE      gate: the document before, a file or REF:path (default: what the change is to be merged into)
#   INPUT_REVISION  gate: the document after (default: INPUT_SPEC)
#   INPUT_URL       verify: the base URL, version prefix included
#   INPUT_KEY       verify: the API key; it is handed over in a variable, and stands on no command line
#   INPUT_FAIL_ON   gate: breaking (default), unknown or never
#   INPUT_PROFILE   gate: wire (default), strict or sdk
#   INPUT_ARGS      more arguments, one a line
#   INPUT_JUNIT     where to write a JUnit report (optional)
#   ANIMAL_STORE_CLI      the program, where it is at hand
#   ANIMAL_STORE_PACKAGE  the package to run otherwise (default: animal-store@1.0.0)
#
# Exit codes are those of the command: 0 fine, 1 something was found, 2 usage or document, 3 target unreachable,
# 4 nothing could be decided.
set -euo pipefail

say() { printf 'animal-store in CI: %s\n' "$*" >&2; }

stop() {
  say "$*"
  exit 2
}

cli() {
  if [ -n "${ANIMAL_STORE_CLI:-}" ]; then
    node "$ANIMAL_STORE_CLI" "$@"
  else
    npx --yes "${ANIMAL_STORE_PACKAGE:-animal-store@1.0.0}" "$@"
  fi
}

# fetch COMMIT REFSPEC: gets a commit that is not at hand, without its history.
fetch() {
  git rev-parse --verify --quiet "$1^{commit}" >/dev/null ||
    git fetch --quiet --no-tags --depth=1 origin "$2" >&2 ||
    stop "git cannot fetch $1 from origin: check it out with more history, or give INPUT_BASE"
}

# The commit that the change is to be merged into: where the two histories part, else the tip of the branch.
base_commit() {
  local tip
  # What GitHub checks out for a pull request is the merge itself: its first parent is what it is merged into.
  if [[ "${GITHUB_REF:-}" == refs/pull/*/merge ]] && git rev-parse --verify --quiet "HEAD^2^{commit}" >/dev/null; then
    git rev-parse --verify "HEAD^1^{commit}"
    return
  fi
  if [ -n "${GITHUB_BASE_REF:-}" ]; then
    # What is no name of a branch could be an option of git.
    git check-ref-format "refs/heads/$GITHUB_BASE_REF" || stop "GITHUB_BASE_REF is no name of a branch: $GITHUB_BASE_REF"
    tip="refs/remotes/origin/$GITHUB_BASE_REF"
    fetch "$tip" "+refs/heads/$GITHUB_BASE_REF:$tip"
  elif [ -n "${CI_MERGE_REQUEST_DIFF_BASE_SHA:-}" ]; then
    tip="$CI_MERGE_REQUEST_DIFF_BASE_SHA"
    [[ "$tip" =~ ^[0-9a-f]{7,64}$ ]] || stop "CI_MERGE_REQUEST_DIFF_BASE_SHA is no commit: $tip"
    fetch "$tip" "$tip"
  else
    return 0
  fi
  # A shallow clone has no common history; the tip is then the best there is.
  git merge-base HEAD "$tip" 2>/dev/null || git rev-parse --verify "$tip^{commit}"
}

# Sets `base` to the document before. The path itself is left to the gate: the change may have moved the document.
find_base() {
  local commit
  case "$spec" in /*) stop "$spec must be a path inside the repository" ;; esac
  commit=$(base_commit)
  [ -n "$commit" ] || stop "no change is proposed here: give INPUT_BASE, for example origin/main:$spec"
  base="${commit:0:12}:"
  [ "$revision" = "$spec" ] || base="${base}./$spec"
}

spec="${INPUT_SPEC:-}"
arguments=()

# option NAME VALUE: adds the option where there is a value.
option() { [ -z "$2" ] || arguments+=("$1=$2"); }

if [ "${GITHUB_ACTIONS:-}" = true ]; then
  arguments+=(--report github)
  [ -z "${GITHUB_STEP_SUMMARY:-}" ] || arguments+=(--report markdown)
fi
[ -z "${INPUT_JUNIT:-}" ] || arguments+=(--report "junit=$INPUT_JUNIT")
while IFS= read -r line; do
  [ -z "$line" ] || arguments+=("$line")
done <<<"${INPUT_ARGS:-}"

command="${INPUT_COMMAND:-gate}"
case "$command" in
gate)
  revision="${INPUT_REVISION:-$spec}"
  [ -n "$revision" ] || stop "gate needs INPUT_SPEC, the path of the document"
  base="${INPUT_BASE:-}"
  spec="${spec:-$revision}"
  if [ -z "$base" ]; then
    [ -f "$spec" ] || stop "there is no file $spec"
    find_base
  fi
  option --fail-on "${INPUT_FAIL_ON:-}"
  option --profile "${INPUT_PROFILE:-}"
  cli gate ${arguments[@]+"${arguments[@]}"} -- "$base" "$revision"
  ;;
verify)
  [ -n "${INPUT_URL:-}" ] || stop "verify needs INPUT_URL, the base URL of the API"
  option --spec "$spec"
  if [ -n "${INPUT_KEY:-}" ]; then export ANIMAL_STORE_KEY="$INPUT_KEY"; fi
  cli verify ${arguments[@]+"${arguments[@]}"} -- "$INPUT_URL"
  ;;
lint)
  [ -n "$spec" ] || stop "lint needs INPUT_SPEC, the path of the document"
  cli lint ${arguments[@]+"${arguments[@]}"} -- "$spec"
  ;;
*) stop "INPUT_COMMAND is $command; it must be gate, verify or lint" ;;
esac
