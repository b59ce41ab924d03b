/** The database URL in settings never contains a password. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { databaseUrl } from '../../../../src/wings/team/database-url';

describe('the database URL in the settings', () => {
  it('is a PostgreSQL URL', () => {
    for (const good of [
      'postgresql://me@db.example:5432/code',
      'postgres://db.example/code?sslmode=require',
      ' postgresql://me@[::1]:5432/code ',
      'postgresql:///code?host=/run/postgresql',
    ])
      assert.equal(typeof databaseUrl(good), 'object', good);
    for (const bad of ['db.example', 'https://db.example/', 'postgresql', 'me@db.example/code'])
      assert.equal(databaseUrl(bad), 'none', bad);
  });

  it('is rejected if it contains a password, whatever the password is', () => {
    const password = fc.string({ minLength: 1 }).filter((text) => text.trim() === text);
    fc.assert(
      fc.property(password, (text) => {
        assert.equal(databaseUrl(`postgresql://me:${text}@db.example/code`), 'secret');
        assert.equal(databaseUrl(`postgresql://me:${encodeURIComponent(text)}@db.example/code`), 'secret');
        assert.equal(databaseUrl(`postgresql://me@db.example/code?password=${encodeURIComponent(text)}`), 'secret');
      }),
    );
  });
});
