import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const groovy = (text: string): Promise<string[]> => usesOf('a.groovy', text, 'subject');

describe('Groovy', () => {
  it('imports bind a name, an alias, a static member or the known names of a package', async () => {
    const text = `
import a.b.First
import a.b.Second as Other
import static java.lang.Math.max
import java.util.concurrent.*

def subject(First x) {
  Other y = max(1, 2)
  return new CountDownLatch(1)
}
`;
    assert.deepEqual(await groovy(text), ['CountDownLatch', 'First', 'Other', 'max']);
  });

  it('parameters, locals, loops and closures hide names; map keys and members are not references', async () => {
    const text = `
def a = 1
def b = 2
def c = 3
def d = 4
def e = 5
def used = 6

def subject(a) {
  def b = a
  for (c in 0..3) { println c }
  list.each { d -> println d }
  call(e: used)
  x.e.a
  println b
}
`;
    assert.deepEqual(await groovy(text), ['used']);
  });

  it('classes list their members, and members carry the fields they use', async () => {
    const text = `package com.acme

import groovy.transform.CompileStatic

/**
 * Keeps what was ordered.
 */
@CompileStatic
class Store {
  static final int LIMIT = 10
  private List<String> items = []

  /**
   * Whether there is room for as many as this in the store.
   */
  @Override
  boolean fits(int more) {
    return items.size() + more < LIMIT
  }

  void close() { items.clear() }
}

interface Closing { void close() }
`;
    assert.deepEqual(symbolsOf(await searchedChunks('Store.groovy', text, 1000)), [
      'class Store',
      'field LIMIT',
      'field items',
      'method fits',
      'method close',
      'interface Closing',
      'method close',
    ]);
    const fits = chunkWith(await searchedChunks('Store.groovy', text, 50), 'boolean fits');
    assert.match(fits.text, /Whether there is room[\s\S]*@Override\s+boolean fits[\s\S]*LIMIT/);
    assert.deepEqual(globalsOf(fits), ['LIMIT', 'items']);
    assert.deepEqual(fits.scope, ['com.acme', 'Store']);
  });

  it('build scripts are cut between their blocks', async () => {
    const text = `plugins {
    id 'java-library'
    id 'application'
}

dependencies {
    implementation 'com.acme:orders:1.0'
    testImplementation 'org.junit.jupiter:junit-jupiter:5.10.0'
}

application {
    mainClass = 'com.acme.Main'
}
`;
    const chunks = await searchedChunks('build.gradle', text, 40);
    assert.match(chunkWith(chunks, 'dependencies').text, /^dependencies \{[\s\S]*5\.10\.0'\s+\}\s+/);
    assert.deepEqual(importsOf(chunkWith(chunks, 'plugins')), []);
  });
});
