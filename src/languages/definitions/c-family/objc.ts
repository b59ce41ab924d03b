import type { Node } from '../../../syntax/syntax-node';
import { everyName } from '../../import-parts';
import type { ImportedNames, Language } from '../../language';
import { childOfType, childrenOfType, nameFromChild } from '../../node-helpers';
import { each } from '../../word-lists';
import {
  cFunctionRule,
  cRoles,
  cScopes,
  declaredName,
  declaredType,
  macroRule,
  preprocessorBlocks,
  prototypeNames,
  specifierRule,
  typedefRule,
  variableKind,
  variableNames,
} from './c-family';
import { cHeaderNames, includeReader } from './c-includes';

/** The names in each of Apple's frameworks have a prefix of two or three letters. */
const frameworks: Readonly<Record<string, RegExp>> = {
  Foundation: /^(NS[A-Z]\w*|CG(Float|Rect|Point|Size)\w*|BOOL|YES|NO|nil|Class|SEL|IMP|dispatch_\w+)$/,
  UIKit: /^(UI[A-Z]|CG[A-Z]|NS[A-Z]|BOOL$|YES$|NO$|nil$)/,
  ...each(/^(NS[A-Z]|CG[A-Z]|BOOL$|YES$|NO$|nil$)/, 'AppKit Cocoa'),
  CoreData: /^NS(Managed|Fetch|Persistent|Entity|Attribute|Relationship|Predicate|Sort|Batch)/,
  CoreFoundation: /^k?CF[A-Z]/,
  CoreGraphics: /^k?CG[A-Z]/,
  QuartzCore: /^k?CA[A-Z]/,
  CoreLocation: /^k?CL[A-Z]/,
  CoreImage: /^k?CI[A-Z]/,
  CoreText: /^k?CT[A-Z]/,
  CoreMedia: /^k?CM[A-Z]/,
  CoreVideo: /^k?CV[A-Z]/,
  CoreBluetooth: /^k?CB[A-Z]/,
  AVFoundation: /^AV[A-Z]/,
  Metal: /^MTL[A-Z]/,
  MetalKit: /^MTK[A-Z]/,
  MapKit: /^MK[A-Z]/,
  Photos: /^PH[A-Z]/,
  ...each(/^SK[A-Z]/, 'SpriteKit StoreKit'),
  WebKit: /^(WK|DOM|Web)[A-Z]/,
  Security: /^(k?Sec[A-Z]|errSec)/,
  SystemConfiguration: /^k?SC[A-Z]/,
  UserNotifications: /^UN[A-Z]/,
  XCTest: /^XCT/,
  dispatch: /^(dispatch|DISPATCH)_/,
  objc: /^(objc_|class_|method_|object_|sel_|protocol_|imp_|OBJC_)/,
};

function frameworkNames(name: string): ((word: string) => boolean) | undefined {
  const names = Object.hasOwn(frameworks, name) ? frameworks[name] : undefined;
  return names && ((word) => names.test(word));
}

/** `@import UIKit;` */
function readModule(node: Node): ImportedNames {
  const module = node.childForFieldName('path')?.text ?? '';
  const provides = frameworkNames(module);
  return { names: [], ...(provides && { provides }), links: () => [everyName(module)] };
}

/** `items` in `@property NSArray<NSString *> *items;` */
function propertyNames(node: Node): readonly Node[] {
  const declaration = childOfType(node, 'struct_declaration');
  const names = childrenOfType(declaration, 'struct_declarator').map(declaredName);
  return names.filter((name) => name !== undefined);
}

export const objc: Language = {
  id: 'objective-c',
  name: 'Objective-C',
  extensions: ['.m', '.mm'],
  grammar: 'objc',
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      class_interface: {
        kind: 'class',
        container: 'type',
        names: nameFromChild('identifier'),
        // `@interface View (Layout)` and `@interface View ()` extend a class.
        kindOf: (node) => (/^@interface\s+\w+\s*\(/.test(node.text) ? 'extension' : 'class'),
      },
      // Variables and functions between the methods are module-level.
      class_implementation: { kind: 'impl', container: 'namespace', names: nameFromChild('identifier') },
      protocol_declaration: { kind: 'protocol', container: 'type', names: nameFromChild('identifier') },
      class_declaration: { kind: 'class', names: (node) => childrenOfType(node, 'identifier') },
      protocol_forward_declaration: { kind: 'protocol', names: (node) => childrenOfType(node, 'identifier') },
      ...each({ kind: 'method', names: nameFromChild('identifier') }, 'method_definition method_declaration'),
      function_definition: cFunctionRule,
      ...each(specifierRule, 'struct_specifier union_specifier enum_specifier'),
      type_definition: typedefRule,
      ...each(macroRule, 'preproc_def preproc_function_def'),
      declaration: { kind: 'function', names: prototypeNames, type: declaredType },
    },
    values: {
      declaration: { kind: 'variable', names: variableNames, kindOf: variableKind, type: declaredType },
      property_declaration: { kind: 'property', names: propertyNames },
    },
    wrappers: ['implementation_definition'],
    transparent: [...preprocessorBlocks, 'implementation_definition', 'qualified_protocol_interface_declaration'],
    // Not compound_statement: a class has no node around its members, so the body of its last method would count as the class body.
    bodies: ['field_declaration_list', 'enumerator_list'],
    imports: {
      preproc_include: includeReader((header) => {
        const [, framework] = /^(\w+)\/\w+\.h$/.exec(header) ?? [];
        return cHeaderNames(header) ?? (framework === undefined ? undefined : frameworkNames(framework));
      }),
      module_import: readModule,
    },
  },
  references: {
    identifiers: ['identifier', 'type_identifier', 'primitive_type', 'preproc_arg'],
    texts: ['preproc_arg'],
    typeIdentifiers: ['type_identifier', 'primitive_type'],
    roles: {
      ...cRoles,
      'block_pointer_declarator.declarator': 'pass',
      ...each('name', 'struct_declarator method_definition method_declaration message_expression.method'),
      ...each('name', 'property_attribute property_implementation class_interface.category'),
      'class_implementation.category': 'name',
      method_parameter: 'bind',
      // `for (NSString *name in names)` has no field for the name.
      for_statement: 'bind',
      ...each('reference', 'for_statement.initializer for_statement.condition for_statement.update'),
    },
    scopes: {
      ...cScopes,
      ...each('function', 'method_definition method_declaration block_literal'),
      catch_clause: 'block',
    },
    memberOperators: ['.', '->'],
    wordCharacters: '',
  },
};
