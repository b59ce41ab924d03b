import assert from 'node:assert/strict';
import { DatabaseProblem } from '../../../../src/engine/stored-code';
import { readDatabaseAddress } from '../../../../src/wings/team/database-address';
import { databaseProblem, isTransientDatabaseError } from '../../../../src/wings/team/database-error';

describe('the address of a database', () => {
  const read = (url: string, env: Record<string, string> = {}) => readDatabaseAddress(url, undefined, env);

  it('takes missing parts from the environment', () => {
    const env = { PGHOST: 'db.example', PGPORT: '6000', PGUSER: 'me', PGPASSWORD: 'secret', PGDATABASE: 'code' };
    const { shown, user, password, config } = read('postgresql://', env);
    assert.deepEqual([shown, user, password], ['postgresql://db.example:6000/code', 'me', 'secret']);
    assert.equal(config.password, 'secret');
    assert.equal(read('postgres://you:p%40ss@h/other', env).password, 'p@ss');
  });

  it('never shows the password', () => {
    const address = read('postgresql://me:p%40ssword@h/d');
    assert.ok(!address.shown.includes('p'.concat('@ssword')) && !address.shown.includes('p%40ssword'));
    const { message } = databaseProblem(new Error('cannot use p@ssword nor p%40ssword\nat all'), address);
    assert.equal(message, 'postgresql://h:5432/d: cannot use [password] nor [password] at all');
  });

  it('encrypts connections to other hosts and checks their certificates by default', () => {
    assert.equal(read('postgresql://localhost/d').config.ssl, false);
    assert.equal(read('postgresql://127.0.0.1/d').config.ssl, false);
    assert.equal(read('postgresql:///d?host=/run/postgresql').config.ssl, false);
    assert.deepEqual(read('postgresql://db.example/d').config.ssl, { rejectUnauthorized: true });
    assert.equal(read('postgresql://db.example/d?sslmode=disable').config.ssl, false);
    const { ssl } = read('postgresql://db.example/d?sslmode=require').config;
    assert.ok(typeof ssl === 'object' && ssl.rejectUnauthorized === false);
    assert.deepEqual(read('postgresql://localhost/d', { PGSSLMODE: 'verify-full' }).config.ssl, {
      rejectUnauthorized: true,
    });
  });

  it('is rejected if it is invalid', () => {
    for (const url of [
      '',
      'x',
      'http://h/d',
      'postgresql://h:x/d',
      'postgresql://h/d?nothing=1',
      'postgresql://h/d?sslmode=allow',
    ])
      assert.throws(() => read(url), DatabaseProblem, url);
    assert.throws(() => read('postgresql://me:50%@h/d'), /write it as %25/);
  });
});

describe('a problem with a database', () => {
  const address = readDatabaseAddress('postgresql://me@h/d', undefined, {});
  const withCode = (code: string, message = ''): Error => Object.assign(new Error(message), { code });

  it('is retried if it is transient', () => {
    for (const code of ['ECONNRESET', '57P01', '08006', '40P01'])
      assert.ok(isTransientDatabaseError(withCode(code)), code);
    assert.ok(isTransientDatabaseError(new Error('Connection terminated unexpectedly')));
    for (const code of ['28P01', '08P01', '42501', '53100', '42P01'])
      assert.ok(!isTransientDatabaseError(withCode(code)), code);
    assert.ok(!isTransientDatabaseError(new DatabaseProblem('known')));
  });

  it('is reported in one line', () => {
    assert.match(
      databaseProblem(withCode('53100', 'could not extend file'), address).message,
      /^the disk of .* is full$/,
    );
    assert.match(
      databaseProblem(withCode('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed'), address).message,
      /pass its certificate authority with --ca FILE/,
    );
    const several = new AggregateError([withCode('ECONNREFUSED')]);
    assert.match(databaseProblem(several, address).message, /no server is listening/);
  });
});
