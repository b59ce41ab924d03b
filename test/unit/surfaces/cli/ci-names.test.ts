/** What build servers say about a checkout. */
import assert from 'node:assert/strict';
import { ciNames } from '../../../../src/surfaces/cli/options/ci-names';

const github = {
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'team/web',
  GITHUB_REF: 'refs/heads/feature/login',
  GITHUB_REF_NAME: 'feature/login',
  GITHUB_REF_TYPE: 'branch',
  GITHUB_SHA: 'c0ffee',
};
const gitlab = {
  GITLAB_CI: 'true',
  CI_PROJECT_PATH: 'group/sub/web',
  CI_COMMIT_BRANCH: 'main',
  CI_COMMIT_SHA: 'c0ffee',
};
const azure = {
  TF_BUILD: 'True',
  BUILD_REPOSITORY_NAME: 'web',
  BUILD_SOURCEBRANCH: 'refs/heads/release/1',
  BUILD_SOURCEVERSION: 'c0ffee',
};

describe('the names of a build', () => {
  const cases: readonly (readonly [string, Record<string, string>, string, string])[] = [
    ['a branch on GitHub', github, 'team/web', 'feature/login'],
    [
      'a pull request on GitHub, also of a branch main in a fork',
      { ...github, GITHUB_REF: 'refs/pull/12/merge', GITHUB_REF_NAME: '12/merge', GITHUB_HEAD_REF: 'main' },
      'team/web',
      'pull/12',
    ],
    ['a branch on GitLab', gitlab, 'group/sub/web', 'main'],
    [
      'a merge request on GitLab, also of a fork',
      {
        GITLAB_CI: 'true',
        CI_PROJECT_PATH: 'someone/web',
        CI_MERGE_REQUEST_PROJECT_PATH: 'group/sub/web',
        CI_MERGE_REQUEST_IID: '7',
        CI_COMMIT_SHA: 'c0ffee',
      },
      'group/sub/web',
      'merge-requests/7',
    ],
    ['a branch on Azure', azure, 'web', 'release/1'],
    ['a pull request on Azure', { ...azure, BUILD_SOURCEBRANCH: 'refs/pull/3/merge' }, 'web', 'pull/3'],
    [
      'a branch on CircleCI',
      {
        CIRCLECI: 'true',
        CIRCLE_PROJECT_USERNAME: 'team',
        CIRCLE_PROJECT_REPONAME: 'web',
        CIRCLE_BRANCH: 'main',
        CIRCLE_SHA1: 'c0ffee',
      },
      'team/web',
      'main',
    ],
    [
      'a pull request on Bitbucket',
      {
        BITBUCKET_BUILD_NUMBER: '1',
        BITBUCKET_REPO_FULL_NAME: 'team/web',
        BITBUCKET_BRANCH: 'login',
        BITBUCKET_PR_ID: '5',
        BITBUCKET_COMMIT: 'c0ffee',
      },
      'team/web',
      'pull-requests/5',
    ],
    [
      'a branch on Jenkins',
      {
        JENKINS_URL: 'https://ci.example',
        GIT_URL: 'git@example.com:team/web.git',
        GIT_BRANCH: 'origin/feature/login',
        GIT_COMMIT: 'c0ffee',
      },
      'team/web',
      'feature/login',
    ],
    [
      'a pull request on Jenkins',
      {
        JENKINS_URL: 'https://ci.example',
        GIT_URL: 'https://example.com/team/web',
        BRANCH_NAME: 'PR-4',
        GIT_COMMIT: 'c0ffee',
      },
      'team/web',
      'PR-4',
    ],
  ];
  for (const [what, env, repository, branch] of cases)
    it(`are known for ${what}`, () => {
      assert.deepEqual(ciNames(env), { repository, branch, commit: 'c0ffee' });
    });

  it('are those of the command line where it has some', () => {
    assert.deepEqual(ciNames(github, { repository: 'it', branch: 'main' }), {
      repository: 'it',
      branch: 'main',
      commit: 'c0ffee',
    });
  });

  it('are missing for a reason that says what to do', () => {
    assert.match(
      String(ciNames({ CI: 'true' })),
      /no build server that is known: GitHub Actions, GitLab CI.*--repository/,
    );
    assert.match(String(ciNames({ ...github, GITHUB_REPOSITORY: '' })), /GitHub Actions does not say which repository/);
    const tag = { ...github, GITHUB_REF: 'refs/tags/v1', GITHUB_REF_NAME: 'v1', GITHUB_REF_TYPE: 'tag' };
    assert.match(String(ciNames(tag)), /build of the tag v1, and only branches are pushed/);
    assert.match(String(ciNames({ ...gitlab, CI_COMMIT_BRANCH: '' })), /GitLab CI does not say which branch/);
  });
});
