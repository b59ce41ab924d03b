/** The names that `import Foundation` and similar imports bring into a Swift file, for commonly used frameworks. */
import { type WordTable, wordSets } from '../word-lists';

const modules: WordTable = {
  Foundation: `AttributedString AttributeContainer BlockOperation Bundle ByteCountFormatter CFAbsoluteTimeGetCurrent
    Calendar CharacterSet ComparisonResult CocoaError CodingUserInfoKey Data DataProtocol Date DateComponents
    DateComponentsFormatter DateFormatter DateInterval Decimal Dimension DispatchGroup DispatchQueue DispatchSemaphore
    DispatchSource DispatchTime DispatchWorkItem DistributedNotificationCenter FileAttributeKey FileHandle FileManager
    Formatter HTTPCookie HTTPCookieStorage HTTPURLResponse ISO8601DateFormatter IndexPath IndexSet InputStream
    JSONDecoder JSONEncoder JSONSerialization LengthFormatter Locale LocalizedError Measurement MeasurementFormatter
    NSArray NSAttributedString NSCache NSCoder NSCoding NSCopying NSData NSDate NSDecimalNumber NSDictionary NSError
    NSErrorDomain NSException NSHashTable NSKeyedArchiver NSKeyedUnarchiver NSLocalizedString NSLock NSLog NSMapTable
    NSMutableArray NSMutableAttributedString NSMutableData NSMutableDictionary NSMutableSet NSMutableString NSNull
    NSNumber NSObject NSObjectProtocol NSOrderedSet NSPredicate NSRange NSRangePointer NSRecursiveLock
    NSRegularExpression NSSecureCoding NSSet NSSortDescriptor NSString NSStringFromClass NSURL NSURLErrorCancelled
    NSURLErrorDomain NSUUID NSValue Notification NotificationCenter NumberFormatter ObjCBool Operation OperationQueue
    OutputStream PersonNameComponents Pipe Port Predicate Process ProcessInfo Progress PropertyListDecoder
    PropertyListEncoder PropertyListSerialization RecoverableError RunLoop Scanner SortDescriptor Stream
    StringEncodingError Thread TimeInterval TimeZone Timer URL URLAuthenticationChallenge URLCache URLComponents
    URLCredential URLError URLProtectionSpace URLProtocol URLProtocolClient URLQueryItem URLRequest URLResourceKey
    URLResourceValues URLResponse URLSession URLSessionConfiguration URLSessionDataDelegate URLSessionDataTask
    URLSessionDelegate URLSessionDownloadTask URLSessionTask URLSessionTaskDelegate URLSessionTaskMetrics
    URLSessionUploadTask URLSessionWebSocketTask UUID UndoManager Unit UnitDuration UnitLength UserDefaults XMLParser
    XMLParserDelegate arc4random arc4random_uniform autoreleasepool ceil cos exp floor fmod log log10 log2
    objc_getAssociatedObject objc_setAssociatedObject pow round sin sqrt tan trunc`,
  SwiftUI: `Alert Alignment Angle AngularGradient Animation AnyShape AnyTransition AnyView App AppStorage Axis
    Bindable Binding Button ButtonRole ButtonStyle Capsule Circle Color ColorPicker ColorScheme CommandGroup
    CommandMenu Commands ContentMode ContentUnavailableView ContextMenu ControlGroup ControlSize DatePicker
    DisclosureGroup DismissAction Divider DragGesture DynamicTypeSize EdgeInsets Edge EditButton EditMode Ellipse
    EmptyView Environment EnvironmentKey EnvironmentObject EnvironmentValues EquatableView FetchRequest FocusState
    Font ForEach Form GeometryProxy GeometryReader Gesture GestureState Gradient Grid GridItem GridRow Group GroupBox
    HStack HorizontalAlignment Image Label LabelStyle LabeledContent LazyHGrid LazyHStack LazyVGrid LazyVStack
    LinearGradient Link List LocalizedStringKey LongPressGesture MagnificationGesture Menu NavigationLink
    NavigationPath NavigationSplitView NavigationStack NavigationView Namespace ObservedObject OpenURLAction
    OutlineGroup PageTabViewStyle Path Picker PickerStyle PlainButtonStyle PreferenceKey PreviewProvider ProgressView
    ProgressViewStyle RadialGradient Rectangle RotationGesture RoundedRectangle Scene ScenePhase SceneStorage
    ScrollView ScrollViewProxy ScrollViewReader Section SecureField Settings Shape ShapeStyle Slider Spacer State
    StateObject Stepper StrokeStyle TabView TapGesture Text TextEditor TextField TextFieldStyle TimelineView Toggle
    ToggleStyle ToolbarContent ToolbarItem ToolbarItemGroup Transaction UIHostingController
    UIViewControllerRepresentable UIViewRepresentable UnitPoint VStack VerticalAlignment View ViewBuilder ViewModifier
    WindowGroup ZStack withAnimation`,
  UIKit: `NSLayoutConstraint NSLayoutManager NSMutableParagraphStyle NSParagraphStyle NSTextAttachment NSTextStorage
    UIAccessibility UIAction UIActivityIndicatorView UIActivityViewController UIAlertAction UIAlertController
    UIAppearance UIApplication UIApplicationDelegate UIBarButtonItem UIBezierPath UIBlurEffect UIButton
    UICollectionView UICollectionViewCell UICollectionViewCompositionalLayout UICollectionViewController
    UICollectionViewDataSource UICollectionViewDelegate UICollectionViewDelegateFlowLayout
    UICollectionViewDiffableDataSource UICollectionViewFlowLayout UICollectionViewLayout
    UICollectionViewLayoutAttributes UIColor UIContextMenuConfiguration UIControl UIDatePicker UIDevice UIEdgeInsets
    UIEvent UIFont UIFontDescriptor UIFontMetrics UIGestureRecognizer UIGestureRecognizerDelegate
    UIGraphicsBeginImageContextWithOptions UIGraphicsEndImageContext UIGraphicsGetCurrentContext
    UIGraphicsGetImageFromCurrentImageContext UIGraphicsImageRenderer UIImage UIImagePickerController
    UIImagePickerControllerDelegate UIImageView UIImpactFeedbackGenerator UIInterfaceOrientation
    UIInterfaceOrientationMask UILabel UILayoutGuide UILayoutPriority UILongPressGestureRecognizer UIMenu
    UIModalPresentationStyle UINavigationBar UINavigationBarAppearance UINavigationController
    UINavigationControllerDelegate UINavigationItem UINib UIPageControl UIPageViewController UIPanGestureRecognizer
    UIPasteboard UIPickerView UIPinchGestureRecognizer UIPopoverPresentationController UIPresentationController
    UIProgressView UIRefreshControl UIResponder UIScene UISceneSession UIScreen UIScrollView UIScrollViewDelegate
    UISearchBar UISearchBarDelegate UISearchController UISearchResultsUpdating UISegmentedControl UISlider
    UISplitViewController UIStackView UIStepper UIStoryboard UIStoryboardSegue UISwipeGestureRecognizer UISwitch
    UITabBar UITabBarController UITabBarItem UITableView UITableViewCell UITableViewController UITableViewDataSource
    UITableViewDelegate UITableViewDiffableDataSource UITableViewHeaderFooterView UITapGestureRecognizer UITextField
    UITextFieldDelegate UITextInput UITextView UITextViewDelegate UIToolbar UITouch UITraitCollection
    UIUserInterfaceStyle UIView UIViewAnimatingPosition UIViewController UIViewControllerAnimatedTransitioning
    UIViewControllerContextTransitioning UIViewControllerTransitioningDelegate UIViewPropertyAnimator
    UIVisualEffectView UIWindow UIWindowScene UIWindowSceneDelegate`,
  AppKit: `NSAlert NSAnimationContext NSApp NSApplication NSApplicationDelegate NSBezierPath NSBox NSButton
    NSCollectionView NSCollectionViewItem NSColor NSColorWell NSComboBox NSControl NSCursor NSDocument
    NSDocumentController NSEvent NSFont NSFontManager NSGestureRecognizer NSGraphicsContext NSGridView NSImage
    NSImageView NSLayoutConstraint NSLevelIndicator NSMenu NSMenuDelegate NSMenuItem NSMutableParagraphStyle
    NSOpenPanel NSOutlineView NSOutlineViewDataSource NSOutlineViewDelegate NSPanel NSParagraphStyle NSPasteboard
    NSPopUpButton NSPopover NSProgressIndicator NSResponder NSRunningApplication NSSavePanel NSScreen NSScrollView
    NSSearchField NSSegmentedControl NSSlider NSSplitView NSSplitViewController NSStackView NSStatusBar NSStatusItem
    NSStoryboard NSSwitch NSTabView NSTableCellView NSTableColumn NSTableRowView NSTableView NSTableViewDataSource
    NSTableViewDelegate NSTextField NSTextFieldDelegate NSTextStorage NSTextView NSToolbar NSToolbarItem
    NSTrackingArea NSView NSViewController NSVisualEffectView NSWindow NSWindowController NSWindowDelegate NSWorkspace`,
  Combine: `AnyCancellable AnyPublisher AnySubscriber Cancellable CurrentValueSubject Deferred Empty Fail Future Just
    ObservableObject ObservableObjectPublisher PassthroughSubject Published Publisher Publishers Record Scheduler
    Subject Subscriber Subscribers Subscription`,
  XCTest: `XCTAssert XCTAssertEqual XCTAssertFalse XCTAssertGreaterThan XCTAssertGreaterThanOrEqual XCTAssertIdentical
    XCTAssertLessThan XCTAssertLessThanOrEqual XCTAssertNil XCTAssertNoThrow XCTAssertNotEqual XCTAssertNotNil
    XCTAssertThrowsError XCTAssertTrue XCTExpectFailure XCTFail XCTSkip XCTSkipIf XCTSkipUnless XCTUnwrap XCTWaiter
    XCTest XCTestCase XCTestExpectation XCTestObservation XCUIApplication XCUIElement`,
  CoreData: `NSAttributeDescription NSBatchDeleteRequest NSEntityDescription NSFetchRequest NSFetchRequestResult
    NSFetchedResultsController NSFetchedResultsControllerDelegate NSManagedObject NSManagedObjectContext
    NSManagedObjectID NSManagedObjectModel NSMergePolicy NSPersistentCloudKitContainer NSPersistentContainer
    NSPersistentStore NSPersistentStoreCoordinator NSRelationshipDescription`,
  CoreGraphics: `CGAffineTransform CGBitmapInfo CGBlendMode CGColor CGColorSpace CGColorSpaceCreateDeviceRGB CGContext
    CGDataProvider CGFloat CGFont CGGradient CGImage CGLineCap CGMutablePath CGPath CGPoint CGRect CGSize CGVector`,
  CoreLocation: `CLAuthorizationStatus CLCircularRegion CLGeocoder CLLocation CLLocationCoordinate2D CLLocationDegrees
    CLLocationDistance CLLocationManager CLLocationManagerDelegate CLPlacemark CLRegion`,
  Dispatch: `DispatchGroup DispatchQueue DispatchSemaphore DispatchSource DispatchSourceTimer DispatchTime
    DispatchTimeInterval DispatchWorkItem DispatchQoS`,
  MapKit: `MKAnnotation MKAnnotationView MKCoordinateRegion MKCoordinateSpan MKLocalSearch MKMapItem MKMapView
    MKMapViewDelegate MKMarkerAnnotationView MKOverlay MKPlacemark MKPointAnnotation MKPolyline MKPolylineRenderer Map`,
  AVFoundation: `AVAsset AVAssetExportSession AVAudioEngine AVAudioPlayer AVAudioPlayerDelegate AVAudioRecorder
    AVAudioSession AVCaptureDevice AVCaptureDeviceInput AVCaptureMetadataOutput AVCapturePhotoOutput AVCaptureSession
    AVCaptureVideoDataOutput AVCaptureVideoPreviewLayer AVPlayer AVPlayerItem AVPlayerLayer AVSpeechSynthesizer
    AVSpeechUtterance CMTime`,
  WebKit: `WKNavigation WKNavigationAction WKNavigationDelegate WKPreferences WKScriptMessage WKScriptMessageHandler
    WKUIDelegate WKUserContentController WKUserScript WKWebView WKWebViewConfiguration`,
  SwiftData: `Attribute FetchDescriptor Model ModelActor ModelConfiguration ModelContainer ModelContext Query
    Relationship Schema`,
  Observation: 'Bindable Observable ObservationIgnored ObservationRegistrar withObservationTracking',
  Testing: 'Bug Confirmation Issue Suite Tag Test Trait confirmation expect require withKnownIssue',
  os: 'Logger OSAllocatedUnfairLock OSLog OSLogType os_log os_unfair_lock os_unfair_lock_lock os_unfair_lock_unlock',
  CryptoKit: 'AES ChaChaPoly Curve25519 HMAC Insecure P256 P384 P521 SHA256 SHA384 SHA512 SecureEnclave SymmetricKey',
};

/** Modules that re-export other modules. */
const reexports: Readonly<Record<string, readonly string[]>> = {
  UIKit: ['Foundation', 'CoreGraphics'],
  AppKit: ['Foundation', 'CoreGraphics'],
  Cocoa: ['AppKit', 'Foundation', 'CoreGraphics', 'CoreData'],
  SwiftUI: ['Combine', 'Foundation', 'CoreGraphics'],
  Foundation: ['CoreGraphics', 'Combine'],
  XCTest: ['Foundation'],
  WatchKit: ['UIKit', 'Foundation'],
  FoundationNetworking: ['Foundation'],
  OSLog: ['os'],
};

const moduleNames = wordSets(modules);

/**
 * Tests whether `import <name>` provides a word. A re-exported module counts only if the file does not import it directly.
 */
export function swiftModuleProvides(name: string, imported: ReadonlySet<string>): (word: string) => boolean {
  const sources = [
    name,
    ...(Object.hasOwn(reexports, name) ? (reexports[name] ?? []) : []).filter((other) => !imported.has(other)),
  ].map(moduleNames);
  return (word) => sources.some((source) => source?.has(word));
}
