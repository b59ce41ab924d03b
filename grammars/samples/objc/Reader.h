#import <Foundation/Foundation.h>

extern NSString *const ReaderErrorDomain;

typedef NS_ENUM(NSInteger, ReaderState) {
    ReaderStateIdle,
    ReaderStateBusy = 2,
};

typedef void (^ReaderCompletion)(NSData *_Nullable data, NSError *_Nullable error);

@class Archive;

/// Told about what is read.
@protocol ReaderDelegate <NSObject>
@required
- (void)reader:(id)reader didRead:(NSArray<NSString *> *)lines;
@optional
@property (nonatomic, readonly) BOOL quiet;
+ (instancetype)shared;
@end

@interface Reader<__covariant ItemType> : NSObject <ReaderDelegate, NSCopying> {
  @private
    NSUInteger _count;
    __weak id _owner;
}

@property (nonatomic, copy, nullable) NSString *name;
@property (nonatomic, weak) id<ReaderDelegate> delegate;
@property (class, readonly) Reader *main;

- (instancetype)initWithName:(NSString *)name NS_DESIGNATED_INITIALIZER;
- (void)readFile:(NSString *)path completion:(ReaderCompletion)completion;

@end

