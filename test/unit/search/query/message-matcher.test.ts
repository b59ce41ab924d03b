import assert from 'node:assert/strict';
import { messageMatcher } from '../../../../src/search/query/text/messages';

describe('a message in source', () => {
  const message = "Cannot open table 'users' after 3 tries on host db7";
  const literals: readonly [string, string][] = [
    ['%s', `raise IOError("Cannot open table '%s' after %d tries on host %s" % (name, n, host))`],
    ['%(name)s', `"Cannot open table '%(table)s' after %(n)d tries on host %(host)s"`],
    ['{}', `panic!("Cannot open table '{}' after {} tries on host {}", name, n, host)`],
    ['{0}', `string.Format("Cannot open table '{0}' after {1:N} tries on host {2}", name, n, host)`],
    ['f-strings over lines', `f"Cannot open table '{self.name}' "\n        f"after {n} tries on host {host}"`],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template literal is source text here
    ['template literals', "`Cannot open table '${name}' after ${n} tries on host ${host}`"],
    ['#{…}', `raise "Cannot open table '#{name}' after #{n} tries on host #{host}"`],
    ['+', `"Cannot open table '" + name + "' after " + n +\n   " tries on host " + host`],
  ];
  const others = [
    'def open(self, table): return self.tables[table]',
    '# opens the table of users on a host after some tries',
    'logger.error("Cannot close the file")',
    '',
  ];
  for (const [what, source] of literals) {
    it(`is found with ${what}`, () => {
      const scoreOf = messageMatcher(message);
      assert.ok(scoreOf(source) > 0.5, `${scoreOf(source)}`);
      for (const other of others) assert.ok(scoreOf(other) < scoreOf(source) / 2, other);
    });
  }

  it('fits fully if it is there word by word', () => {
    assert.equal(messageMatcher('no such item in cart')('throw new Error("No such item in cart");'), 1);
  });

  it('fits less if only a part of it is there', () => {
    const scoreOf = messageMatcher(
      'adapting the config failed because the marker must contain only letters and digits',
    );
    const part = scoreOf('return fmt.Errorf("marker must contain only letters and digits; got %s", m)');
    assert.ok(part > 0.4 && part < 0.9, `${part}`);
  });

  it('fits by one of its clauses, since programs put errors before errors', () => {
    const scoreOf = messageMatcher('cannot start the shop: reading config: marker must contain only letters');
    assert.equal(scoreOf('errors.New("marker must contain only letters")'), 1);
  });

  it('never fits fully if it is short', () => {
    const score = messageMatcher('closed stream')('raise IOError, "closed stream"');
    assert.ok(score > 0.3 && score < 0.8, `${score}`);
  });

  it('does not fit text with the same words in another order, or far from each other', () => {
    const scoreOf = messageMatcher('session token expired for account');
    assert.equal(scoreOf('account for expired token session'), 0);
    const far = 'token '.padEnd(2000, 'word ');
    assert.ok(scoreOf(`session ${far} expired for ${far} account`) < 0.5);
  });

  it('does not fit by common words alone', () => {
    assert.equal(messageMatcher('it is not in the list of this')('this is not in the set'), 0);
  });

  it('has nothing to compare with if it is a single word', () => {
    assert.equal(messageMatcher('KeyError')('raise KeyError'), 0);
    assert.equal(messageMatcher('')(''), 0);
  });
});
