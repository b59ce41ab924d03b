import type { Node } from 'web-tree-sitter';
import type { Language } from './language';
import { childOfType } from './nodes';

function tagName(element: Node): readonly Node[] {
  const tag = childOfType(element, 'STag', 'EmptyElemTag');
  const name = tag && childOfType(tag, 'Name');
  return name ? [name] : [];
}

export const xml: Language = {
  id: 'xml',
  name: 'XML',
  extensions: [
    '.xml',
    '.xsd',
    '.xsl',
    '.xslt',
    '.wsdl',
    '.svg',
    '.rss',
    '.atom',
    '.csproj',
    '.fsproj',
    '.vbproj',
    '.vcxproj',
    '.props',
    '.targets',
    '.nuspec',
    '.resx',
    '.xaml',
    '.axaml',
    '.axml',
    '.plist',
    '.pom',
    '.kml',
    '.gpx',
    '.xlf',
    '.xliff',
    '.tmx',
    '.ui',
    '.qrc',
    '.iml',
    '.launch',
    '.urdf',
    '.xacro',
    '.storyboard',
    '.xib',
    '.wxs',
    '.ruleset',
    '.rdf',
    '.owl',
    '.dita',
    '.ditamap',
    '.opml',
    '.tmlanguage',
    '.config',
    '.manifest',
  ],
  grammar: 'xml',
  comment: ['<!-- ', ' -->'],
  structure: {
    definitions: { element: { kind: 'element', names: tagName } },
    transparent: ['prolog'],
    bodies: ['content'],
    // The white space and text between elements is a node of its own. As a comment behind a tag it stays with that tag, and a
    // comment is not parted from its element.
    comments: ['Comment', 'CharData'],
  },
};
