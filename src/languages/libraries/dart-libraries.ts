/** The names that Dart's own libraries and the most used packages bring into a file that imports them without `show`. */
import { type WordTable, wordSets } from '../word-lists';

const libraries: WordTable = {
  'dart:async': `Completer EventSink FutureOr MultiStreamController Stream StreamConsumer StreamController
    StreamIterator StreamSink StreamSubscription StreamTransformer StreamTransformerBase StreamView
    SynchronousStreamController TimeoutException Timer Zone ZoneSpecification runZoned runZonedGuarded
    scheduleMicrotask unawaited`,
  'dart:collection': `DoubleLinkedQueue HasNextIterator HashMap HashSet IterableBase IterableMixin LinkedHashMap
    LinkedHashSet LinkedList LinkedListEntry ListBase ListMixin ListQueue MapBase MapMixin MapView Queue SetBase
    SetMixin SplayTreeMap SplayTreeSet UnmodifiableListView UnmodifiableMapBase UnmodifiableMapView
    UnmodifiableSetView`,
  'dart:convert': `AsciiCodec Base64Codec Base64Decoder Base64Encoder ByteConversionSink ByteConversionSinkBase
    ChunkedConversionSink Codec Converter Encoding HtmlEscape JsonCodec JsonDecoder JsonEncoder
    JsonUnsupportedObjectError Latin1Codec LineSplitter StringConversionSink StringConversionSinkBase Utf8Codec
    Utf8Decoder Utf8Encoder ascii base64 base64Decode base64Encode base64Url base64UrlEncode htmlEscape json
    jsonDecode jsonEncode latin1 utf8`,
  'dart:developer': 'Timeline TimelineTask UserTag debugger inspect log postEvent registerExtension',
  'dart:ffi': `Abi Allocator Array Bool Char DynamicLibrary Double Finalizable Float Int Int16 Int32 Int64 Int8 IntPtr
    Native NativeApi NativeCallable NativeFinalizer NativeFunction NativeType Opaque Pointer Size Struct Uint16 Uint32
    Uint64 Uint8 Union Void nullptr sizeOf`,
  'dart:io': `BytesBuilder ContentType Cookie Directory File FileLock FileMode FileStat FileSystemEntity
    FileSystemEntityType FileSystemEvent FileSystemException GZipCodec HandshakeException HttpClient HttpClientRequest
    HttpClientResponse HttpDate HttpException HttpHeaders HttpOverrides HttpRequest HttpResponse HttpServer HttpStatus
    IOException IOSink InternetAddress InternetAddressType Link NetworkInterface OSError Platform Process
    ProcessException ProcessResult ProcessSignal ProcessStartMode RandomAccessFile RawDatagramSocket RawSocket
    SecureServerSocket SecureSocket SecurityContext ServerSocket Socket SocketException Stdin Stdout SystemEncoding
    TlsException WebSocket WebSocketException WebSocketTransformer X509Certificate ZLibCodec exit exitCode gzip pid
    sleep stderr stdin stdout systemEncoding zlib`,
  'dart:isolate': `Capability Isolate IsolateSpawnException RawReceivePort ReceivePort RemoteError SendPort
    TransferableTypedData`,
  'dart:js_interop': `JS JSAny JSArray JSArrayBuffer JSBoolean JSBoxedDartObject JSExport JSExportedDartFunction
    JSFunction JSNumber JSObject JSPromise JSString JSSymbol JSTypedArray JSUint8Array anonymous globalContext
    staticInterop`,
  'dart:math': `MutableRectangle Point Random Rectangle acos asin atan atan2 cos exp ln10 ln2 log log10e log2e max min
    pi pow sin sqrt sqrt1_2 sqrt2 tan`,
  'dart:typed_data': `ByteBuffer ByteData BytesBuilder Endian Float32List Float32x4 Float32x4List Float64List
    Float64x2 Int16List Int32List Int32x4 Int64List Int8List TypedData Uint16List Uint32List Uint64List
    Uint8ClampedList Uint8List`,
  'dart:ui': `AppLifecycleState BlendMode Brightness Canvas Clip Color ColorFilter FilterQuality FontStyle FontWeight
    Gradient Image ImageFilter Locale Offset Paint PaintingStyle ParagraphBuilder Path Picture PictureRecorder
    PlatformDispatcher Radius Rect RRect Shader Size StrokeCap StrokeJoin TextAlign TextBaseline TextDecoration
    TextDirection Vertices VoidCallback lerpDouble`,
  'package:test/test.dart': `Matcher OnPlatform Retry Skip Tags TestOn Timeout addTearDown allOf anyOf anything
    closeTo completes completion contains containsAll containsAllInOrder containsPair emits emitsDone emitsError
    emitsInOrder endsWith equals everyElement expect expectAsync0 expectAsync1 expectLater fail greaterThan
    greaterThanOrEqualTo group hasLength inInclusiveRange isA isEmpty isFalse isNot isNotEmpty isNotNull isNull isTrue
    isZero lessThan lessThanOrEqualTo markTestSkipped matches neverEmits pumpEventQueue same setUp setUpAll startsWith
    tearDown tearDownAll test throwsA throwsArgumentError throwsException throwsFormatException throwsRangeError
    throwsStateError throwsUnsupportedError unorderedEquals`,
  'package:meta/meta.dart': `alwaysThrows awaitNotRequired experimental immutable internal isTest isTestGroup literal
    mustBeConst mustBeOverridden mustCallSuper nonVirtual optionalTypeArgs protected redeclare reopen useResult
    visibleForOverriding visibleForTesting`,
  'package:flutter/foundation.dart': `ChangeNotifier Diagnosticable DiagnosticPropertiesBuilder DiagnosticsNode
    ErrorDescription FlutterError FlutterErrorDetails Key Listenable LocalKey ObjectKey SynchronousFuture
    TargetPlatform UniqueKey ValueChanged ValueGetter ValueKey ValueListenable ValueNotifier ValueSetter VoidCallback
    compute debugPrint defaultTargetPlatform immutable kDebugMode kIsWeb kProfileMode kReleaseMode listEquals
    mapEquals mustCallSuper protected setEquals visibleForTesting`,
  'package:flutter/services.dart': `AssetBundle BasicMessageChannel ByteData Clipboard ClipboardData DeviceOrientation
    EventChannel FilteringTextInputFormatter HapticFeedback LogicalKeyboardKey MethodCall MethodChannel
    MissingPluginException PlatformException SystemChannels SystemChrome SystemNavigator SystemUiMode
    SystemUiOverlayStyle TextInputAction TextInputFormatter TextInputType rootBundle`,
  'package:flutter/widgets.dart': `Align Alignment AlwaysStoppedAnimation Animatable AnimatedBuilder AnimatedContainer
    AnimatedCrossFade AnimatedList AnimatedOpacity AnimatedPositioned AnimatedSize AnimatedSwitcher Animation
    AnimationController AnimationStatus AspectRatio AutomaticKeepAliveClientMixin Axis AxisDirection BackdropFilter
    Border BorderRadius BorderSide BouncingScrollPhysics BoxConstraints BoxDecoration BoxFit BoxShadow BoxShape
    Brightness BuildContext Builder Canvas Center Clip ClipOval ClipPath ClipRRect Color Column
    CompositedTransformFollower ConnectionState ConstrainedBox Container CrossAxisAlignment Curve CurvedAnimation
    Curves CustomClipper CustomMultiChildLayout CustomPaint CustomPainter CustomScrollView DecoratedBox
    DecorationImage DefaultTextStyle Directionality Dismissible Draggable DragTarget EdgeInsets EdgeInsetsDirectional
    EditableText Element ErrorWidget Expanded FadeTransition FileImage FittedBox FixedColumnWidth Flex Flexible
    FocusNode FocusScope FontWeight Form FormField FormState FractionallySizedBox FutureBuilder GestureDetector
    GlobalKey GridView Hero HitTestBehavior Icon IconData IconTheme IgnorePointer Image ImageProvider IndexedStack
    IndexedWidgetBuilder InheritedNotifier InheritedWidget InlineSpan InteractiveViewer IntrinsicHeight IntrinsicWidth
    Key KeyedSubtree LayoutBuilder LimitedBox LinearGradient ListBody ListView ListenableBuilder Listener Locale
    Localizations MainAxisAlignment MainAxisSize Matrix4 MediaQuery MediaQueryData MemoryImage ModalRoute MouseRegion
    NavigatorObserver Navigator NavigatorState NestedScrollView NetworkImage NotificationListener Offset Offstage
    Opacity Orientation OrientationBuilder Overlay OverlayEntry Padding PageController PageRouteBuilder PageView Paint
    Path PhysicalModel PlaceholderAlignment Placeholder PopScope Positioned PreferredSize PreferredSizeWidget RRect
    RadialGradient Radius Rect RenderBox RenderObject RepaintBoundary RichText RotatedBox RotationTransition Route
    RouteSettings Row SafeArea ScaleTransition ScrollController ScrollNotification ScrollPhysics Scrollable
    SingleChildScrollView SingleTickerProviderStateMixin Size SizeTransition SizedBox SlideTransition
    SliverChildBuilderDelegate SliverChildListDelegate SliverFillRemaining SliverGrid SliverList SliverPadding
    SliverToBoxAdapter Spacer Stack StackFit State StatefulBuilder StatefulWidget StatelessWidget StreamBuilder Table
    TableRow Text TextAlign TextBaseline TextDecoration TextDirection TextEditingController TextEditingValue
    TextInputType TextOverflow TextPainter TextSelection TextSpan TextStyle Ticker TickerProviderStateMixin Transform
    Tween TweenAnimationBuilder UniqueKey UnconstrainedBox ValueKey ValueListenableBuilder Visibility VoidCallback
    Widget WidgetBuilder WidgetSpan WidgetsBinding WidgetsBindingObserver WidgetsFlutterBinding WillPopScope Wrap
    runApp showGeneralDialog`,
  'package:flutter/cupertino.dart': `CupertinoActionSheet CupertinoActionSheetAction CupertinoActivityIndicator
    CupertinoAlertDialog CupertinoApp CupertinoButton CupertinoColors CupertinoDatePicker CupertinoDialogAction
    CupertinoIcons CupertinoListSection CupertinoListTile CupertinoNavigationBar CupertinoPageRoute
    CupertinoPageScaffold CupertinoPicker CupertinoSearchTextField CupertinoSlider CupertinoSliverNavigationBar
    CupertinoSwitch CupertinoTabBar CupertinoTabScaffold CupertinoTextField CupertinoTheme CupertinoThemeData
    showCupertinoDialog showCupertinoModalPopup`,
  'package:flutter/material.dart': `AboutDialog ActionChip AlertDialog AppBar AppBarTheme Autocomplete BackButton
    Badge BottomAppBar BottomNavigationBar BottomNavigationBarItem BottomSheet ButtonStyle Card CardTheme Checkbox
    CheckboxListTile Chip ChoiceChip CircleAvatar CircularProgressIndicator CloseButton ColorScheme Colors DataCell
    DataColumn DataRow DataTable DefaultTabController Dialog Divider Drawer DrawerHeader DropdownButton
    DropdownButtonFormField DropdownMenu DropdownMenuItem ElevatedButton ExpansionPanel ExpansionPanelList
    ExpansionTile FilledButton FilterChip FloatingActionButton FloatingActionButtonLocation Icons IconButton Ink
    InkResponse InkWell InputBorder InputChip InputDecoration InputDecorationTheme LinearProgressIndicator ListTile
    Material MaterialApp MaterialBanner MaterialColor MaterialLocalizations MaterialPage MaterialPageRoute
    MaterialState MaterialStateProperty MaterialType MenuAnchor MenuItemButton NavigationBar NavigationDestination
    NavigationDrawer NavigationRail NavigationRailDestination OutlineInputBorder OutlinedButton PopupMenuButton
    PopupMenuDivider PopupMenuEntry PopupMenuItem Radio RadioListTile RangeSlider RefreshIndicator ReorderableListView
    RoundedRectangleBorder Scaffold ScaffoldMessenger ScaffoldState Scrollbar SearchDelegate SegmentedButton
    SelectableText SimpleDialog SimpleDialogOption Slider SliverAppBar SnackBar SnackBarAction StadiumBorder Step
    Stepper Switch SwitchListTile Tab TabBar TabBarView TabController TextButton TextField TextFormField TextTheme
    Theme ThemeData ThemeExtension ThemeMode TimeOfDay ToggleButtons Tooltip Typography UnderlineInputBorder
    VerticalDivider VisualDensity WidgetState WidgetStateProperty showAboutDialog showBottomSheet showDatePicker
    showDialog showMenu showModalBottomSheet showSearch showTimePicker kToolbarHeight`,
};

const reexports: Readonly<Record<string, readonly string[]>> = {
  'package:flutter/material.dart': ['package:flutter/widgets.dart', 'package:flutter/foundation.dart'],
  'package:flutter/cupertino.dart': ['package:flutter/widgets.dart', 'package:flutter/foundation.dart'],
  'package:flutter/widgets.dart': ['package:flutter/foundation.dart'],
  'package:flutter_test/flutter_test.dart': ['package:test/test.dart'],
  'package:flutter/foundation.dart': ['package:meta/meta.dart'],
};

const libraryNames = wordSets(libraries);

/**
 * Tests whether `import '<uri>';` provides a word. For a library that is not listed, the file name is the only clue:
 * `order_service.dart` provides `OrderService`. A re-exported library counts only if the file does not import it directly.
 */
export function dartLibraryProvides(uri: string, imported: ReadonlySet<string>): (word: string) => boolean {
  const sources = [
    uri,
    ...(Object.hasOwn(reexports, uri) ? (reexports[uri] ?? []) : []).filter((other) => !imported.has(other)),
  ].map(libraryNames);
  const file = /([a-z0-9_]+)\.dart$/.exec(uri)?.[1] ?? '';
  const type = file.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return (word) => word === type || sources.some((source) => source?.has(word));
}
