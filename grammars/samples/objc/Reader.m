#import <Foundation/Foundation.h>
#import "Reader.h"
@import UIKit;

#define READER_LOG(...) NSLog(__VA_ARGS__)

static NSString *const kReaderErrorDomain = @"reader";

@interface Reader ()
@property (nonatomic, strong) NSMutableDictionary<NSString *, NSNumber *> *cache;
@end

@implementation Reader

@synthesize name = _name;
@dynamic main;

+ (Reader *)main {
    static Reader *reader = nil;
    static dispatch_once_t once;
    dispatch_once(&once, ^{
        reader = [[self alloc] initWithName:@"main"];
    });
    return reader;
}

- (instancetype)initWithName:(NSString *)name {
    if (self = [super init]) {
        _name = [name copy];
        _cache = [@{ @"one" : @1, @"two" : @(2 + 3) } mutableCopy];
    }
    return self;
}

- (void)readFile:(NSString *)path completion:(ReaderCompletion)completion {
    __block NSInteger total = 0;
    NSArray *parts = @[ @"a", @'b', @YES, path ?: @"none" ];
    for (NSString *part in parts) {
        if (![part isKindOfClass:[NSString class]]) continue;
        total += part.length;
    }
    @autoreleasepool {
        @try {
            NSError *error;
            NSData *data = [NSData dataWithContentsOfFile:path options:0 error:&error];
            if (completion) completion(data, error);
        } @catch (NSException *exception) {
            READER_LOG(@"failed: %@ %s", exception, __func__);
            @throw;
        } @finally {
            @synchronized(self) {
                _count++;
            }
        }
    }
    SEL selector = @selector(reader:didRead:);
    if ([self.delegate respondsToSelector:selector]) {
        [self.delegate reader:self didRead:parts];
    }
    [self.cache enumerateKeysAndObjectsUsingBlock:^(NSString *key, NSNumber *value, BOOL *stop) {
        *stop = value.integerValue > 10;
    }];
    self.cache[@"last"] = @(total);
}

- (id)copyWithZone:(nullable NSZone *)zone {
    return [[[self class] allocWithZone:zone] initWithName:self.name];
}

- (void)dealloc {
    free(NULL);
}

@end

int main(int argc, char *argv[]) {
    switch (argc) {
        case 1: return ReaderStateBusy;
        default: break;
    }
    return [[Reader main].name isEqualToString:@(argv[0])] ? 0 : 1;
}
