import type { Node } from '../../../syntax/syntax-node';
import type { Language, LocatedName } from '../../language';
import { childOfType, childrenOfType } from '../../node-helpers';
import { words } from '../../word-lists';

const identifyingAttributes = new Set(['id', 'xml:id', 'name', 'key', 'x:Name', 'android:id', 'android:name']);

/** The tag of an element and, if present, an attribute that distinguishes it from its siblings: `bean#dataSource`. */
function xmlElementName(element: Node): readonly LocatedName[] {
  const tag = childOfType(element, 'STag', 'EmptyElemTag');
  const name = childOfType(tag, 'Name');
  if (!name) return [];
  for (const attribute of childrenOfType(tag, 'Attribute')) {
    if (!identifyingAttributes.has(childOfType(attribute, 'Name')?.text ?? '')) continue;
    const value = childOfType(attribute, 'AttValue')?.text.slice(1, -1);
    if (value) return [{ text: `${name.text}#${value}`, startIndex: name.startIndex }];
  }
  return [name];
}

export const xml: Language = {
  id: 'xml',
  name: 'XML',
  extensions: words(`
    .xml .xsd .xsl .xslt .wsdl .svg .rss .atom .csproj .fsproj .vbproj .vcxproj .props .targets .nuspec .resx
    .xaml .axaml .axml .plist .pom .kml .gpx .xlf .xliff .tmx .ui .qrc .iml .launch .urdf .xacro .storyboard .xib
    .wxs .ruleset .rdf .owl .dita .ditamap .opml .tmlanguage .config .manifest`),
  comment: ['<!-- ', ' -->'],
  structure: {
    definitions: { element: { kind: 'element', names: xmlElementName } },
    transparent: ['prolog'],
    bodies: ['content'],
    comments: ['Comment'],
  },
};
