import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

const objc = (text: string): Promise<string[]> => usesOf('a.m', text, 'subject');

const source = `#import <Foundation/Foundation.h>
#import <UIKit/UIKit.h>
#import "ThemeManager.h"
@import MapKit;

static NSString *const kTitle = @"Title";
static int helper(int count) { return count + 1; }

/// A view that shows a map and the title of what is on it, in the colours of the theme that is current.
@interface PlaceView : UIView <MKMapViewDelegate>
@property (nonatomic, copy) NSString *title;
@property (nonatomic, strong) NSArray<NSString *> *items;
- (instancetype)initWithFrame:(CGRect)frame title:(NSString *)title;
+ (void)reset;
@end

@implementation PlaceView

/// Makes a view; the title is copied.
- (instancetype)initWithFrame:(CGRect)frame title:(NSString *)title {
  self = [super initWithFrame:frame];
  if (self) {
    self.title = title ?: kTitle;
    self.backgroundColor = [UIColor whiteColor];
  }
  return self;
}

- (void)apply:(int)helper {
  for (NSString *kTitle in self.items) { NSLog(@"%@ %d", kTitle, helper); }
  [[ThemeManager shared] applyTo:self];
}

+ (void)reset {
  helper(1);
}

@end
`;

describe('Objective-C', () => {
  it('methods carry the imports that their names come from and the definitions they use', async () => {
    const chunks = await searchedChunks('PlaceView.m', source, 90);
    const init = chunkWith(chunks, 'whiteColor');
    assert.ok(importsOf(init).includes('#import <UIKit/UIKit.h>'));
    assert.ok(globalsOf(init).includes('kTitle'));
    const apply = chunkWith(chunks, 'ThemeManager shared');
    assert.ok(importsOf(apply).includes('#import "ThemeManager.h"'));
    assert.ok(importsOf(apply).includes('#import <Foundation/Foundation.h>'));
    const header = chunkWith(chunks, '@interface PlaceView');
    assert.ok(importsOf(header).includes('@import MapKit;'));
  });

  it('parameters and loop variables hide names, and method names are not uses', async () => {
    const text = `
static int helper, count, item, name, reset;
int subject(int count) {
  for (id item in list) { use(item); }
  [object helper:count name:helper];
  [object reset];
  return count;
}
`;
    assert.deepEqual(await objc(text), ['helper']);
  });

  it('blocks bind their parameters', async () => {
    const text = `
static int index, stop, object;
void subject(void) {
  [list enumerate:^(id object, int index) { use(object, index); }];
  use(stop);
}
`;
    assert.deepEqual(await objc(text), ['stop']);
  });

  it('definitions are interfaces, implementations, protocols, methods, properties and C definitions', async () => {
    const text = `
@class Place;
@protocol Drawable <NSObject>
- (void)draw;
@end
@interface Shape : NSObject
- (void)move:(int)x by:(int)y;
@end
@interface Shape (Private)
@end
typedef void (^Callback)(int code);
static const int kLimit = 1;
int area(int a) { return a; }
`;
    assert.deepEqual(
      symbolsOf(await searchedChunks('a.m', text, 400)).filter((symbol) => !symbol.startsWith('method')),
      [
        'class Place',
        'protocol Drawable',
        'class Shape',
        'extension Shape',
        'type Callback',
        'constant kLimit',
        'function area',
      ],
    );
  });

  it('an implementation that is too large is split between its methods, which keep their docs', async () => {
    const chunks = await searchedChunks('PlaceView.m', source, 90);
    const init = chunkWith(chunks, 'whiteColor');
    assert.match(init.text, /\/\/\/ Makes a view/);
    assert.ok(symbolsOf([init]).includes('method initWithFrame'));
    const apply = chunkWith(chunks, 'ThemeManager shared');
    assert.deepEqual([apply.kind, apply.name, apply.scope], ['method', 'apply', ['PlaceView']]);
  });
});
