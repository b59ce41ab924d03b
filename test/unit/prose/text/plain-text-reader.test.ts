import { readPlain } from '../../../../src/prose/text/plain-text-reader';
import { assertOutline, lines } from './text-blocks';

describe('plain text', () => {
  it('has titles, lists, code, quotes and drawings', () => {
    const text = lines(
      ...[
        'My tool',
        '=======',
        '',
        'It does things',
        'well.',
        '',
        'INSTALLATION',
        '',
        'Run::',
        '',
        '    make install',
        '',
        '- one',
        '  more',
      ],
      ...[
        '- two',
        '',
        '> said',
        '> so',
        '',
        'name    size',
        'a       1',
        'b       2',
        '',
        '1.2 Usage',
        '',
        'Just use it.',
      ],
    );
    assertOutline(
      readPlain(text),
      ...['section[My tool]', '  heading[My tool] My tool', '  paragraph It does things', '  section[INSTALLATION]'],
      ...[
        '    heading[INSTALLATION] INSTALLATION',
        '    paragraph Run::',
        '    code make install',
        '    list',
        '      item - one',
      ],
      ...[
        '      item - two',
        '    quote > said',
        '    markup name    size',
        '    section[1.2 Usage]',
        '      heading[1.2 Usage] 1.2 Usage',
      ],
      '      paragraph Just use it.',
    );
  });
});
