/** Names that are asked for and that nothing defines. */
import assert from 'node:assert/strict';
import type { CodeIndex } from '../../../src/engine/code-index';
import { makeWorkspace, type TestWorkspace } from './search-workspace';

const files = {
  'src/users.py': `import hmac

MAX_LOGIN_TRIES = 3


class UserStore:
    page_size = 20

    def get_user(self, user_id):
        return self.users[user_id]

    def get_users(self):
        return self.users


def check_password(stored, given_password):
    return hmac.compare_digest(stored, given_password)
`,
  'src/rate_limiter.py': 'def allow(key):\n    return True\n',
  'docs/guide.md': '# UserGuide\n\nHow to log in.\n',
};

describe('a name that a query asks for', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let index: CodeIndex;
  before(async () => {
    workspace = await makeWorkspace(files);
    index = await workspace.searcher();
  });
  after(() => workspace.dispose());

  const said = async (query: string): Promise<string[]> =>
    (await index.search(query, { mode: 'keyword' })).problems
      .filter(({ is }) => is === 'no-definition')
      .map(({ message }) => message);

  it('and that no code defines is said, with the nearest that exist', async () => {
    assert.deepEqual(await said('check_pasword'), ['no definition named check_pasword; nearest: check_password']);
    assert.deepEqual(await said('UserStor'), ['no definition named UserStor; nearest: UserStore']);
    assert.deepEqual(await said('where is `password_check` called'), [
      'no definition named password_check; nearest: check_password',
    ]);
    assert.deepEqual(await said('UserStore.get_usr()'), [
      'no definition named UserStore.get_usr; nearest: get_user, get_users',
    ]);
    assert.deepEqual(await said('the Acount class'), ['no definition named Acount']);
    assert.deepEqual(await said('name:get_usr'), ['no definition named get_usr; nearest: get_user, get_users']);
  });

  it('and that only others define is said to be used', async () => {
    assert.deepEqual(await said('hmac.compare_digest'), ['hmac.compare_digest is used, but not defined here']);
  });

  it('is not missed if the index knows it, as what it may be', async () => {
    const known = [
      ...['check_password', 'UserStore', 'UserStore.get_user()', 'get_users', 'name:getuser* x', 'userStore'],
      // Constants, fields, parameters, files, sections.
      ...['MAX_LOGIN_TRIES', 'page_size', 'user_id', '`given_password`', 'rate_limiter', 'users.py', 'UserGuide'],
    ];
    for (const query of known) assert.deepEqual(await said(query), [], query);
  });

  it('is written like one: words, products and pasted texts are none', async () => {
    const others = ['password', 'how is a pasword checked', 'Anmeldung', 'GitHub login', 'e.g. users', 'example.com'];
    for (const query of [...others, 'TypeError: get_usr failed\n  at checkPasword (a.js:1:2)', '"check_pasword"'])
      assert.deepEqual(await said(query), [], query);
  });

  it('leaves the answer as it is', async () => {
    const { hits } = await index.search('check_pasword', { mode: 'keyword' });
    assert.equal(hits[0]?.symbol, 'check_password');
  });
});
