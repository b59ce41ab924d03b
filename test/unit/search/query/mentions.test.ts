import assert from 'node:assert/strict';
import { Mentions } from '../../../../src/search/query/mentions';
import { questionParts } from '../../../../src/search/query/question-parts';

const mentionsIn = (text: string) => new Mentions(questionParts(text));

describe('mentioned files', () => {
  it('are compared by the end of their path, because a trace is from another machine', () => {
    const mentions = mentionsIn(
      'Traceback:\n  File "/usr/lib/python3/site-packages/app/web/router.py", line 12, in add\n',
    );
    assert.deepEqual(mentions.of('app/web/router.py'), { parts: 3, frame: 1, lines: [12] });
    assert.equal(mentions.of('lib/web/router.py')?.parts, 2);
    assert.equal(mentions.of('app/web/routes.py'), undefined);
  });

  it('count less the further their frame is from the error', () => {
    const mentions = mentionsIn(
      'Error: boom\n    at add (/srv/src/web/router.ts:3:1)\n    at start (/srv/src/web/server.ts:9:1)\n',
    );
    assert.equal(mentions.of('src/web/router.ts')?.frame, 1);
    assert.equal(mentions.of('src/web/server.ts')?.frame, 1 / 2);
  });

  it('are no frames if only the name of the file is the same', () => {
    const mentions = mentionsIn('Error: boom\n    at add (/srv/src/web/index.ts:3:1)\n');
    assert.deepEqual(mentions.of('docs/index.ts'), { parts: 1, frame: 0, lines: [3] });
  });

  it('may be modules', () => {
    const mentions = mentionsIn('```python\nfrom app.web.router import Router\n```\n');
    assert.equal(mentions.of('src/app/web/router.py')?.parts, 3);
  });

  it('are none in a question without paths', () => {
    assert.ok(mentionsIn('how does the router work').isEmpty);
  });
});
