import assert from 'node:assert/strict';
import { dartModules } from '../../../../../src/index/graph/modules/rules-by-language';
import { workspaceOf } from './memory-workspace';

describe('a library of Dart', () => {
  const workspace = workspaceOf(
    [
      'pkgs/http/lib/http.dart',
      'pkgs/http/lib/src/client.dart',
      'pkgs/http/test/a_test.dart',
      'pkgs/app/bin/main.dart',
    ],
    {
      'pkgs/http/pubspec.yaml': 'name: http\nversion: 1.0.0\n',
      'pkgs/app/pubspec.yaml': 'version: 1.0.0\nname: "app" # the app\n',
    },
  );
  const files = (module: string, from: string): readonly string[] => dartModules.filesOf(module, from, workspace);

  it('is relative to the file that names it', () => {
    assert.deepEqual(files('src/client.dart', 'pkgs/http/lib/http.dart'), ['pkgs/http/lib/src/client.dart']);
    assert.deepEqual(files('../http.dart', 'pkgs/http/lib/src/client.dart'), ['pkgs/http/lib/http.dart']);
    assert.deepEqual(files('missing.dart', 'pkgs/http/lib/http.dart'), []);
    assert.deepEqual(files('../../../../../x.dart', 'pkgs/http/lib/http.dart'), []);
  });

  it('is in the folder lib of the package that its name begins with', () => {
    assert.deepEqual(files('package:http/http.dart', 'pkgs/app/bin/main.dart'), ['pkgs/http/lib/http.dart']);
    assert.deepEqual(files('package:http/src/client.dart', 'pkgs/http/test/a_test.dart'), [
      'pkgs/http/lib/src/client.dart',
    ]);
    assert.deepEqual(files('package:app/main.dart', 'pkgs/app/bin/main.dart'), []);
    assert.deepEqual(files('package:flutter/material.dart', 'pkgs/app/bin/main.dart'), []);
  });

  it('of the language itself has no file', () => assert.deepEqual(files('dart:io', 'pkgs/app/bin/main.dart'), []));

  it('is that of the nearest of several packages with one name', () => {
    const twice = workspaceOf(['a/lib/x.dart', 'b/lib/x.dart', 'b/bin/main.dart'], {
      'a/pubspec.yaml': 'name: x',
      'b/pubspec.yaml': 'name: x',
    });
    assert.deepEqual(dartModules.filesOf('package:x/x.dart', 'b/bin/main.dart', twice), ['b/lib/x.dart']);
  });
});
