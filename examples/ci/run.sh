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
#   ANIMAL_STORE_CLI  the program (default: that of the checkout which this file is in)
#
# The folder that this runs in holds what a stranger proposed. Nothing there is run or configures anything: git is told
# which repository to use and may start nothing, and no package is fetched by its name.
#
# Exit codes are those of the command: 0 fine, 1 something was found, 2 usage or document, 3 target unreachable,
# 4 nothing could be decided.
set -euo pipefail

# What is told may quote a name that somebody else chose: a line break in it could begin a command of the runner.
say() { printf 'animal-store in CI: %s\n' "${*//[[:cntrl:]]/?}" >&2; }

stop() {
  say "$*"
  exit 2
}

cli() {
  local program
  program="${ANIMAL_STORE_CLI:-$(dirname "${BASH_SOURCE[0]}")/../../dist/src/cli.js}"
  [ -f "$program" ] || stop "there is no $program: run npm ci in the checkout of animal-store, or set ANIMAL_STORE_CLI"
  node "$program" "$@"
}

# What git could be made to start by its configuration, or by files of the change that some configuration takes up.
guards=(--no-pager --no-replace-objects --literal-pathspecs
  -c safe.bareRepository=explicit -c core.fsmonitor=false -c core.hooksPath=/dev/null)

# clean_git KEPT WORDS...: runs git with no variable of its own but those whose name matches KEPT.
clean_git() (
  kept=$1
  shift
  for name in $(compgen -e GIT_); do [[ "$name" =~ ^GIT_($kept)$ ]] || unset "$name"; done
  export LC_ALL=C GIT_NO_REPLACE_OBJECTS=1 GIT_OPTIONAL_LOCKS=0
  exec git "${guards[@]}" "$@"
)

# Finds the repository once. Git is not told where it is, so it checks who owns it.
find_repository() {
  local here
  here=$(pwd -P)
  git_dir=$(clean_git NONE rev-parse --absolute-git-dir) || stop "git finds no repository that it trusts at $here"
  # Before 2.38, git takes a folder that merely looks like a repository for one, whatever safe.bareRepository says.
  case "$here/" in "$git_dir"/*) stop "$here is, or is in, a bare repository, which may have been planted" ;; esac
  top=$(clean_git NONE rev-parse --show-toplevel) || stop "the repository at $here has no working tree"
  # What the runner tells is about the repository that it checked out, and the change decides what a submodule is.
  case "$git_dir" in */.git/modules/*) stop "$here is in a submodule: give INPUT_BASE" ;; esac
}

# Asks git something for which nothing is fetched or written.
local_git() {
  GIT_ALLOW_PROTOCOL='' GIT_NO_LAZY_FETCH=1 \
    clean_git 'ALLOW_PROTOCOL|NO_LAZY_FETCH' --git-dir="$git_dir" --work-tree="$top" "$@"
}

# fetch COMMIT REFSPEC: gets a commit that is not at hand, without its history. This alone needs credentials.
fetch() {
  local_git rev-parse --verify --quiet --end-of-options "$1^{commit}" >/dev/null ||
    clean_git 'ASKPASS|SSH|SSH_[A-Z]+|SSL_[A-Z_]+|HTTP_[A-Z_]+|PROXY_[A-Z_]+|TERMINAL_PROMPT|CONFIG_.*' \
      -c protocol.ext.allow=never -c gc.auto=0 -c maintenance.auto=false \
      --git-dir="$git_dir" --work-tree="$top" \
      fetch --quiet --no-tags --no-recurse-submodules --depth=1 -- origin "$2" >&2 ||
    stop "git cannot fetch $1 from origin: check it out with more history, or give INPUT_BASE"
}

# The full name of a commit. A short one could be that of a branch.
commit_of() { local_git rev-parse --verify --quiet --end-of-options "$1^{commit}"; }

# The commit that the change is to be merged into: where the two histories part, else the tip of the branch.
base_commit() {
  local tip
  # What GitHub checks out for a pull request is the merge itself: its first parent is what it is merged into. Whoever
  # checks out the proposed commit in its place gets parents that its author chose.
  if [[ "${GITHUB_REF:-}" == refs/pull/*/merge ]] && [ "$(commit_of HEAD)" = "${GITHUB_SHA:-}" ] &&
    commit_of "HEAD^2" >/dev/null; then
    commit_of "HEAD^1"
    return
  fi
  if [ -n "${GITHUB_BASE_REF:-}" ]; then
    # What is no name of a branch could be an option of git.
    local_git check-ref-format "refs/heads/$GITHUB_BASE_REF" ||
      stop "GITHUB_BASE_REF is no name of a branch: $GITHUB_BASE_REF"
    tip="refs/remotes/origin/$GITHUB_BASE_REF"
    fetch "$tip" "+refs/heads/$GITHUB_BASE_REF:$tip"
  elif [ -n "${CI_MERGE_REQUEST_DIFF_BASE_SHA:-}" ]; then
    tip="$CI_MERGE_REQUEST_DIFF_BASE_SHA"
    [[ "$tip" =~ ^([0-9a-f]{40}|[0-9a-f]{64})$ ]] || stop "CI_MERGE_REQUEST_DIFF_BASE_SHA is no commit: $tip"
    fetch "$tip" "$tip"
  else
    return 0
  fi
  # A shallow clone has no common history; the tip is then the best there is.
  local_git merge-base HEAD "$tip" 2>/dev/null || commit_of "$tip"
}

# Sets `base` to the document before. The path itself is left to the gate: the change may have moved the document.
find_base() {
  local commit
  case "$spec" in /*) stop "$spec must be a path inside the repository" ;; esac
  find_repository
  commit=$(base_commit)
  [ -n "$commit" ] || stop "no change is proposed here: give INPUT_BASE, for example origin/main:$spec"
  base="$commit:"
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
