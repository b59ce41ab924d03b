/**
 * What a build server says about the checkout: repository, branch and commit, from the variables that it documents. A pull request is
 * a branch of its own, named after its number: its source branch may be in a fork and be called `main` too.
 */

import { remoteId } from '../../../workspace/about-repository';

type Environment = Readonly<Record<string, string | undefined>>;

interface Build {
  readonly repository: string | undefined;
  readonly branch: string | undefined;
  /** Undefined where the server does not say; then it is the commit that is checked out. */
  readonly commit: string | undefined;
  readonly tag?: string | undefined;
}

interface CiServer {
  readonly name: string;
  readonly is: (env: Environment) => boolean;
  readonly build: (env: Environment) => Build;
}

/** More specific ones first: a Jenkins job may run on a machine that sets other variables too. */
const servers: readonly CiServer[] = [
  {
    name: 'GitHub Actions',
    is: (env) => env.GITHUB_ACTIONS === 'true',
    build: (env) => ({
      repository: env.GITHUB_REPOSITORY,
      branch: env.GITHUB_REF_TYPE === 'tag' ? undefined : (requestIn(env.GITHUB_REF) ?? env.GITHUB_REF_NAME),
      commit: env.GITHUB_SHA,
      tag: env.GITHUB_REF_TYPE === 'tag' ? env.GITHUB_REF_NAME : undefined,
    }),
  },
  {
    name: 'GitLab CI',
    is: (env) => env.GITLAB_CI === 'true',
    build: (env) => ({
      repository: env.CI_MERGE_REQUEST_PROJECT_PATH || env.CI_PROJECT_PATH,
      branch: env.CI_MERGE_REQUEST_IID ? `merge-requests/${env.CI_MERGE_REQUEST_IID}` : env.CI_COMMIT_BRANCH,
      commit: env.CI_COMMIT_SHA,
      tag: env.CI_COMMIT_TAG,
    }),
  },
  {
    name: 'Azure Pipelines',
    is: (env) => env.TF_BUILD === 'True',
    build: (env) => ({
      repository: env.BUILD_REPOSITORY_NAME,
      branch: requestIn(env.BUILD_SOURCEBRANCH) ?? after('refs/heads/', env.BUILD_SOURCEBRANCH),
      commit: env.BUILD_SOURCEVERSION,
      tag: after('refs/tags/', env.BUILD_SOURCEBRANCH),
    }),
  },
  {
    name: 'CircleCI',
    is: (env) => env.CIRCLECI === 'true',
    build: (env) => ({
      repository: joined(env.CIRCLE_PROJECT_USERNAME, env.CIRCLE_PROJECT_REPONAME),
      // For a pull request of a fork it is pull/N.
      branch: env.CIRCLE_BRANCH,
      commit: env.CIRCLE_SHA1,
      tag: env.CIRCLE_TAG,
    }),
  },
  {
    name: 'Bitbucket Pipelines',
    is: (env) => env.BITBUCKET_BUILD_NUMBER !== undefined,
    build: (env) => ({
      repository: env.BITBUCKET_REPO_FULL_NAME,
      branch: env.BITBUCKET_PR_ID ? `pull-requests/${env.BITBUCKET_PR_ID}` : env.BITBUCKET_BRANCH,
      commit: env.BITBUCKET_COMMIT,
      tag: env.BITBUCKET_TAG,
    }),
  },
  {
    name: 'Jenkins',
    is: (env) => env.JENKINS_URL !== undefined,
    build: (env) => ({
      repository: env.GIT_URL === undefined ? undefined : pathOfUrl(env.GIT_URL),
      // BRANCH_NAME is PR-N for a pull request; only multibranch projects have it.
      branch: env.BRANCH_NAME ?? env.GIT_BRANCH?.replace(/^(?:refs\/(?:heads|remotes)\/)?(?:origin\/)?/, ''),
      commit: env.GIT_COMMIT,
      tag: env.TAG_NAME,
    }),
  },
];

/** @param chosen names of the command line, which count more. @returns the names, or why there are none. */
export function ciNames(
  env: Environment,
  chosen: { readonly repository?: string | undefined; readonly branch?: string | undefined } = {},
) {
  const server = servers.find(({ is }) => is(env));
  if (!server)
    return `this is no build server that is known: ${servers.map(({ name }) => name).join(', ')}; use --repository and --branch`;
  const { tag, commit, ...build } = server.build(env);
  const repository = chosen.repository ?? (build.repository || undefined);
  const branch = chosen.branch ?? (build.branch || undefined);
  if (repository === undefined) return `${server.name} does not say which repository this is; use --repository`;
  if (branch === undefined && tag)
    return `this is a build of the tag ${tag}, and only branches are pushed; to push it nevertheless, use --branch`;
  if (branch === undefined) return `${server.name} does not say which branch this is; use --branch`;
  return { repository, branch, commit: commit || undefined };
}

/** `refs/pull/12/merge` is `pull/12`. */
function requestIn(ref: string | undefined): string | undefined {
  return /^refs\/(pull\/\d+)\//.exec(ref ?? '')?.[1];
}

function after(prefix: string, ref: string | undefined): string | undefined {
  return ref?.startsWith(prefix) ? ref.slice(prefix.length) : undefined;
}

function joined(owner: string | undefined, name: string | undefined): string | undefined {
  return owner && name ? `${owner}/${name}` : name;
}

/** `team/web` of `https://example.com/team/web.git` and `git@example.com:team/web.git`. */
function pathOfUrl(url: string): string {
  const id = remoteId(url);
  return id.slice(id.indexOf('/') + 1);
}
