/** A long answer about two subjects is found by the part that a question is about. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { type CliResult, runCommandSync } from './runner/run-command';

const python =
  'Python has lists, tuples, sets and dictionaries. A list keeps its items in order and grows as you append. Slicing a list copies a part of it. A dictionary maps keys to values and keeps the order of insertion. Use a set to remove duplicates.';
const sql =
  'The SQL query selects the columns of both tables. It joins the orders to their customers by the id of the customer. The WHERE clause keeps the orders of the last month. GROUP BY adds up the orders of each customer. An index on the date makes it fast.';
const question = 'Which data structures does Python have, and what does this SQL query do?';

describe('a search in conversations', function () {
  this.timeout(120_000);
  afterEach(removeTemporaryFolders);

  for (const strategy of ['boundary', 'semantic']) {
    it(`returns the part about the subject, cut by ${strategy}`, () => {
      const folder = temporaryFolder();
      const run = (...args: string[]): CliResult => runCommandSync(args, { cwd: folder });
      const talk = [
        { role: 'user', content: question },
        { role: 'assistant', content: `${python}\n\n${sql}` },
        { role: 'user', content: 'Thank you, that helps.' },
        { role: 'assistant', content: 'You are welcome.' },
      ];
      writeFileSync(join(folder, 'chat.json'), JSON.stringify(talk));
      const made = run('index', '.', '--max-tokens', '100', '--text-strategy', strategy);
      assert.equal(made.status, 0, made.stderr);
      for (const [asked, own, other] of [
        ['Python lists', python, sql],
        ['SQL join of orders and customers', sql, python],
      ] as const) {
        const { stdout } = run('search', asked, '--json', '--no-parents', '--limit', '1');
        const [hit] = JSON.parse(stdout);
        const sentences = (text: string) => text.split('. ').filter((each) => hit.text.includes(each)).length;
        assert.ok(sentences(own) >= 3, `${asked}: ${hit.text}`);
        assert.ok(sentences(other) <= 1, `${asked}: ${hit.text}`);
      }
    });
  }
});
