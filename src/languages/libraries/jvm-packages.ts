/**
 * What `import a.b.*;` brings in: the commonly used public types (and, in Kotlin, functions) of packages that are often imported
 * this way, and the members of classes that are often imported with `import static`. Used by Java, Kotlin, Scala and Groovy.
 * The lists for `java.*` follow JDK 17, plus the later additions to `java.util`.
 */
import { type WordTable, wordSets } from '../word-lists';

const types: WordTable = {
  'androidx.compose.foundation.layout': `Arrangement Box BoxScope Column ColumnScope ExperimentalLayoutApi FlowRow
    IntrinsicSize PaddingValues Row RowScope Spacer WindowInsets`,
  'androidx.compose.material3': `AlertDialog AssistChip Badge BottomAppBar Button ButtonDefaults Card CardDefaults
    CenterAlignedTopAppBar Checkbox CircularProgressIndicator ColorScheme Divider DropdownMenu DropdownMenuItem
    ElevatedButton ElevatedCard ExperimentalMaterial3Api ExtendedFloatingActionButton FilledTonalButton FilterChip
    FloatingActionButton HorizontalDivider Icon IconButton LinearProgressIndicator ListItem LocalContentColor
    LocalTextStyle MaterialTheme ModalBottomSheet NavigationBar NavigationBarItem NavigationDrawerItem NavigationRail
    OutlinedButton OutlinedCard OutlinedTextField RadioButton Scaffold SegmentedButton Slider Snackbar SnackbarHost
    SnackbarHostState Surface Switch Tab TabRow Text TextButton TextField TextFieldDefaults TopAppBar
    TopAppBarDefaults Typography darkColorScheme lightColorScheme`,
  'androidx.compose.runtime': `Composable CompositionLocalProvider DisposableEffect Immutable LaunchedEffect
    MutableState ReadOnlyComposable SideEffect Stable State collectAsState compositionLocalOf derivedStateOf getValue
    key mutableFloatStateOf mutableIntStateOf mutableLongStateOf mutableStateListOf mutableStateMapOf mutableStateOf
    produceState remember rememberCoroutineScope rememberUpdatedState setValue snapshotFlow staticCompositionLocalOf`,
  'java.awt': `AWTError AWTEvent AWTEventMulticaster AWTException AWTKeyStroke AWTPermission ActiveEvent Adjustable
    AlphaComposite BasicStroke BorderLayout BufferCapabilities Button Canvas CardLayout Checkbox CheckboxGroup
    CheckboxMenuItem Choice Color Component ComponentOrientation Composite CompositeContext Container
    ContainerOrderFocusTraversalPolicy Cursor DefaultFocusTraversalPolicy DefaultKeyboardFocusManager Desktop Dialog
    Dimension DisplayMode Event EventQueue FileDialog FlowLayout FocusTraversalPolicy Font FontFormatException
    FontMetrics Frame GradientPaint Graphics Graphics2D GraphicsConfigTemplate GraphicsConfiguration GraphicsDevice
    GraphicsEnvironment GridBagConstraints GridBagLayout GridBagLayoutInfo GridLayout HeadlessException
    IllegalComponentStateException Image ImageCapabilities Insets ItemSelectable JobAttributes KeyEventDispatcher
    KeyEventPostProcessor KeyboardFocusManager Label LayoutManager LayoutManager2 LinearGradientPaint List
    MediaTracker Menu MenuBar MenuComponent MenuContainer MenuItem MenuShortcut MouseInfo MultipleGradientPaint
    PageAttributes Paint PaintContext Panel Point PointerInfo Polygon PopupMenu PrintGraphics PrintJob
    RadialGradientPaint Rectangle RenderingHints Robot ScrollPane ScrollPaneAdjustable Scrollbar SecondaryLoop Shape
    SplashScreen Stroke SystemColor SystemTray Taskbar TextArea TextComponent TextField TexturePaint Toolkit
    Transparency TrayIcon Window`,
  'java.awt.event': `AWTEventListener AWTEventListenerProxy ActionEvent ActionListener AdjustmentEvent
    AdjustmentListener ComponentAdapter ComponentEvent ComponentListener ContainerAdapter ContainerEvent
    ContainerListener FocusAdapter FocusEvent FocusListener HierarchyBoundsAdapter HierarchyBoundsListener
    HierarchyEvent HierarchyListener InputEvent InputMethodEvent InputMethodListener InvocationEvent ItemEvent
    ItemListener KeyAdapter KeyEvent KeyListener MouseAdapter MouseEvent MouseListener MouseMotionAdapter
    MouseMotionListener MouseWheelEvent MouseWheelListener PaintEvent TextEvent TextListener WindowAdapter WindowEvent
    WindowFocusListener WindowListener WindowStateListener`,
  'java.io': `BufferedInputStream BufferedOutputStream BufferedReader BufferedWriter ByteArrayInputStream
    ByteArrayOutputStream CharArrayReader CharArrayWriter CharConversionException Closeable Console DataInput
    DataInputStream DataOutput DataOutputStream EOFException Externalizable File FileDescriptor FileFilter
    FileInputStream FileNotFoundException FileOutputStream FilePermission FileReader FileWriter FilenameFilter
    FilterInputStream FilterOutputStream FilterReader FilterWriter Flushable IOError IOException InputStream
    InputStreamReader InterruptedIOException InvalidClassException InvalidObjectException LineNumberInputStream
    LineNumberReader NotActiveException NotSerializableException ObjectInput ObjectInputFilter ObjectInputStream
    ObjectInputValidation ObjectOutput ObjectOutputStream ObjectStreamClass ObjectStreamConstants
    ObjectStreamException ObjectStreamField OptionalDataException OutputStream OutputStreamWriter PipedInputStream
    PipedOutputStream PipedReader PipedWriter PrintStream PrintWriter PushbackInputStream PushbackReader
    RandomAccessFile Reader SequenceInputStream Serial Serializable SerializablePermission StreamCorruptedException
    StreamTokenizer StringBufferInputStream StringReader StringWriter SyncFailedException UTFDataFormatException
    UncheckedIOException UnsupportedEncodingException WriteAbortedException Writer`,
  'java.lang.annotation': `Annotation AnnotationFormatError AnnotationTypeMismatchException Documented ElementType
    IncompleteAnnotationException Inherited Native Repeatable Retention RetentionPolicy Target`,
  'java.lang.reflect': `AccessibleObject AnnotatedArrayType AnnotatedElement AnnotatedParameterizedType AnnotatedType
    AnnotatedTypeVariable AnnotatedWildcardType Array Constructor Executable Field GenericArrayType GenericDeclaration
    GenericSignatureFormatError InaccessibleObjectException InvocationHandler InvocationTargetException
    MalformedParameterizedTypeException MalformedParametersException Member Method Modifier Parameter
    ParameterizedType Proxy RecordComponent ReflectPermission Type TypeVariable UndeclaredThrowableException
    WildcardType`,
  'java.math': 'BigDecimal BigInteger MathContext RoundingMode',
  'java.net': `Authenticator BindException CacheRequest CacheResponse ConnectException ContentHandler
    ContentHandlerFactory CookieHandler CookieManager CookiePolicy CookieStore DatagramPacket DatagramSocket
    DatagramSocketImpl DatagramSocketImplFactory FileNameMap HttpCookie HttpRetryException HttpURLConnection IDN
    Inet4Address Inet6Address InetAddress InetSocketAddress InterfaceAddress JarURLConnection MalformedURLException
    MulticastSocket NetPermission NetworkInterface NoRouteToHostException PasswordAuthentication
    PortUnreachableException ProtocolException ProtocolFamily Proxy ProxySelector ResponseCache SecureCacheResponse
    ServerSocket Socket SocketAddress SocketException SocketImpl SocketImplFactory SocketOption SocketOptions
    SocketPermission SocketTimeoutException StandardProtocolFamily StandardSocketOptions URI URISyntaxException URL
    URLClassLoader URLConnection URLDecoder URLEncoder URLPermission URLStreamHandler URLStreamHandlerFactory
    UnixDomainSocketAddress UnknownHostException UnknownServiceException`,
  'java.net.http': `HttpClient HttpConnectTimeoutException HttpHeaders HttpRequest HttpResponse HttpTimeoutException
    WebSocket WebSocketHandshakeException`,
  'java.nio': `Buffer BufferOverflowException BufferUnderflowException ByteBuffer ByteOrder CharBuffer DoubleBuffer
    FloatBuffer IntBuffer InvalidMarkException LongBuffer MappedByteBuffer ReadOnlyBufferException ShortBuffer`,
  'java.nio.charset': `CharacterCodingException Charset CharsetDecoder CharsetEncoder CoderMalfunctionError
    CoderResult CodingErrorAction IllegalCharsetNameException MalformedInputException StandardCharsets
    UnmappableCharacterException UnsupportedCharsetException`,
  'java.nio.file': `AccessDeniedException AccessMode AtomicMoveNotSupportedException ClosedDirectoryStreamException
    ClosedFileSystemException ClosedWatchServiceException CopyOption DirectoryIteratorException
    DirectoryNotEmptyException DirectoryStream FileAlreadyExistsException FileStore FileSystem
    FileSystemAlreadyExistsException FileSystemException FileSystemLoopException FileSystemNotFoundException
    FileSystems FileVisitOption FileVisitResult FileVisitor Files InvalidPathException LinkOption LinkPermission
    NoSuchFileException NotDirectoryException NotLinkException OpenOption Path PathMatcher Paths
    ProviderMismatchException ProviderNotFoundException ReadOnlyFileSystemException SecureDirectoryStream
    SimpleFileVisitor StandardCopyOption StandardOpenOption StandardWatchEventKinds WatchEvent WatchKey WatchService
    Watchable`,
  'java.nio.file.attribute': `AclEntry AclEntryFlag AclEntryPermission AclEntryType AclFileAttributeView AttributeView
    BasicFileAttributeView BasicFileAttributes DosFileAttributeView DosFileAttributes FileAttribute FileAttributeView
    FileOwnerAttributeView FileStoreAttributeView FileTime GroupPrincipal PosixFileAttributeView PosixFileAttributes
    PosixFilePermission PosixFilePermissions UserDefinedFileAttributeView UserPrincipal UserPrincipalLookupService
    UserPrincipalNotFoundException`,
  'java.security': `AccessControlContext AccessControlException AccessController AlgorithmConstraints
    AlgorithmParameterGenerator AlgorithmParameterGeneratorSpi AlgorithmParameters AlgorithmParametersSpi
    AllPermission AuthProvider BasicPermission Certificate CodeSigner CodeSource CryptoPrimitive DigestException
    DigestInputStream DigestOutputStream DomainCombiner DomainLoadStoreParameter DrbgParameters
    GeneralSecurityException Guard GuardedObject Identity IdentityScope InvalidAlgorithmParameterException
    InvalidKeyException InvalidParameterException Key KeyException KeyFactory KeyFactorySpi KeyManagementException
    KeyPair KeyPairGenerator KeyPairGeneratorSpi KeyRep KeyStore KeyStoreException KeyStoreSpi MessageDigest
    MessageDigestSpi NoSuchAlgorithmException NoSuchProviderException PKCS12Attribute Permission PermissionCollection
    Permissions Policy PolicySpi Principal PrivateKey PrivilegedAction PrivilegedActionException
    PrivilegedExceptionAction ProtectionDomain Provider ProviderException PublicKey SecureClassLoader SecureRandom
    SecureRandomParameters SecureRandomSpi Security SecurityPermission Signature SignatureException SignatureSpi
    SignedObject Signer Timestamp URIParameter UnrecoverableEntryException UnrecoverableKeyException
    UnresolvedPermission`,
  'java.sql': `Array BatchUpdateException Blob CallableStatement ClientInfoStatus Clob Connection ConnectionBuilder
    DataTruncation DatabaseMetaData Date Driver DriverAction DriverManager DriverPropertyInfo JDBCType NClob
    ParameterMetaData PreparedStatement PseudoColumnUsage Ref ResultSet ResultSetMetaData RowId RowIdLifetime
    SQLClientInfoException SQLData SQLDataException SQLException SQLFeatureNotSupportedException SQLInput
    SQLIntegrityConstraintViolationException SQLInvalidAuthorizationSpecException SQLNonTransientConnectionException
    SQLNonTransientException SQLOutput SQLPermission SQLRecoverableException SQLSyntaxErrorException
    SQLTimeoutException SQLTransactionRollbackException SQLTransientConnectionException SQLTransientException SQLType
    SQLWarning SQLXML Savepoint ShardingKey ShardingKeyBuilder Statement Struct Time Timestamp Types Wrapper`,
  'java.text': `Annotation AttributedCharacterIterator AttributedString Bidi BreakIterator CharacterIterator
    ChoiceFormat CollationElementIterator CollationKey Collator CompactNumberFormat DateFormat DateFormatSymbols
    DecimalFormat DecimalFormatSymbols FieldPosition Format MessageFormat Normalizer NumberFormat ParseException
    ParsePosition RuleBasedCollator SimpleDateFormat StringCharacterIterator`,
  'java.time': `Clock DateTimeException DayOfWeek Duration Instant InstantSource LocalDate LocalDateTime LocalTime
    Month MonthDay OffsetDateTime OffsetTime Period Year YearMonth ZoneId ZoneOffset ZonedDateTime`,
  'java.time.format': `DateTimeFormatter DateTimeFormatterBuilder DateTimeParseException DecimalStyle FormatStyle
    ResolverStyle SignStyle TextStyle`,
  'java.time.temporal': `ChronoField ChronoUnit IsoFields JulianFields Temporal TemporalAccessor TemporalAdjuster
    TemporalAdjusters TemporalAmount TemporalField TemporalQueries TemporalQuery TemporalUnit
    UnsupportedTemporalTypeException ValueRange WeekFields`,
  'java.util': `AbstractCollection AbstractList AbstractMap AbstractQueue AbstractSequentialList AbstractSet
    ArrayDeque ArrayList Arrays Base64 BitSet Calendar Collection Collections Comparator
    ConcurrentModificationException Currency Date Deque Dictionary DoubleSummaryStatistics
    DuplicateFormatFlagsException EmptyStackException EnumMap EnumSet Enumeration EventListener EventListenerProxy
    EventObject FormatFlagsConversionMismatchException Formattable FormattableFlags Formatter FormatterClosedException
    GregorianCalendar HashMap HashSet Hashtable HexFormat IdentityHashMap IllegalFormatCodePointException
    IllegalFormatConversionException IllegalFormatException IllegalFormatFlagsException
    IllegalFormatPrecisionException IllegalFormatWidthException IllformedLocaleException InputMismatchException
    IntSummaryStatistics InvalidPropertiesFormatException Iterator LinkedHashMap LinkedHashSet LinkedList List
    ListIterator ListResourceBundle Locale LongSummaryStatistics Map MissingFormatArgumentException
    MissingFormatWidthException MissingResourceException NavigableMap NavigableSet NoSuchElementException Objects
    Observable Observer Optional OptionalDouble OptionalInt OptionalLong PrimitiveIterator PriorityQueue Properties
    PropertyPermission PropertyResourceBundle Queue Random RandomAccess ResourceBundle Scanner SequencedCollection
    SequencedMap SequencedSet ServiceConfigurationError ServiceLoader Set SimpleTimeZone SortedMap SortedSet
    Spliterator Spliterators SplittableRandom Stack StringJoiner StringTokenizer TimeZone Timer TimerTask
    TooManyListenersException TreeMap TreeSet UUID UnknownFormatConversionException UnknownFormatFlagsException Vector
    WeakHashMap`,
  'java.util.concurrent': `AbstractExecutorService ArrayBlockingQueue BlockingDeque BlockingQueue
    BrokenBarrierException Callable CancellationException CompletableFuture CompletionException CompletionService
    CompletionStage ConcurrentHashMap ConcurrentLinkedDeque ConcurrentLinkedQueue ConcurrentMap ConcurrentNavigableMap
    ConcurrentSkipListMap ConcurrentSkipListSet CopyOnWriteArrayList CopyOnWriteArraySet CountDownLatch
    CountedCompleter CyclicBarrier DelayQueue Delayed Exchanger ExecutionException Executor ExecutorCompletionService
    ExecutorService Executors Flow ForkJoinPool ForkJoinTask ForkJoinWorkerThread Future FutureTask
    LinkedBlockingDeque LinkedBlockingQueue LinkedTransferQueue Phaser PriorityBlockingQueue RecursiveAction
    RecursiveTask RejectedExecutionException RejectedExecutionHandler RunnableFuture RunnableScheduledFuture
    ScheduledExecutorService ScheduledFuture ScheduledThreadPoolExecutor Semaphore SubmissionPublisher
    SynchronousQueue ThreadFactory ThreadLocalRandom ThreadPoolExecutor TimeUnit TimeoutException TransferQueue`,
  'java.util.concurrent.atomic': `AtomicBoolean AtomicInteger AtomicIntegerArray AtomicIntegerFieldUpdater AtomicLong
    AtomicLongArray AtomicLongFieldUpdater AtomicMarkableReference AtomicReference AtomicReferenceArray
    AtomicReferenceFieldUpdater AtomicStampedReference DoubleAccumulator DoubleAdder LongAccumulator LongAdder`,
  'java.util.concurrent.locks': `AbstractOwnableSynchronizer AbstractQueuedLongSynchronizer AbstractQueuedSynchronizer
    Condition Lock LockSupport ReadWriteLock ReentrantLock ReentrantReadWriteLock StampedLock`,
  'java.util.function': `BiConsumer BiFunction BiPredicate BinaryOperator BooleanSupplier Consumer
    DoubleBinaryOperator DoubleConsumer DoubleFunction DoublePredicate DoubleSupplier DoubleToIntFunction
    DoubleToLongFunction DoubleUnaryOperator Function IntBinaryOperator IntConsumer IntFunction IntPredicate
    IntSupplier IntToDoubleFunction IntToLongFunction IntUnaryOperator LongBinaryOperator LongConsumer LongFunction
    LongPredicate LongSupplier LongToDoubleFunction LongToIntFunction LongUnaryOperator ObjDoubleConsumer
    ObjIntConsumer ObjLongConsumer Predicate Supplier ToDoubleBiFunction ToDoubleFunction ToIntBiFunction
    ToIntFunction ToLongBiFunction ToLongFunction UnaryOperator`,
  'java.util.jar': 'Attributes JarEntry JarException JarFile JarInputStream JarOutputStream Manifest',
  'java.util.logging': `ConsoleHandler ErrorManager FileHandler Filter Formatter Handler Level LogManager LogRecord
    Logger LoggingMXBean LoggingPermission MemoryHandler SimpleFormatter SocketHandler StreamHandler XMLFormatter`,
  'java.util.regex': 'MatchResult Matcher Pattern PatternSyntaxException',
  'java.util.stream': `BaseStream Collector Collectors DoubleStream Gatherer Gatherers IntStream LongStream Stream
    StreamSupport`,
  'java.util.zip': `Adler32 CRC32 CRC32C CheckedInputStream CheckedOutputStream Checksum DataFormatException Deflater
    DeflaterInputStream DeflaterOutputStream GZIPInputStream GZIPOutputStream Inflater InflaterInputStream
    InflaterOutputStream ZipEntry ZipError ZipException ZipFile ZipInputStream ZipOutputStream`,
  'javax.persistence': `Access AttributeOverride Basic CascadeType Column Convert Converter DiscriminatorColumn
    DiscriminatorValue ElementCollection Embeddable Embedded EmbeddedId Entity EntityManager EntityManagerFactory
    EnumType Enumerated FetchType GeneratedValue GenerationType Id IdClass Index Inheritance InheritanceType
    JoinColumn JoinColumns JoinTable Lob ManyToMany ManyToOne MapKey MappedSuperclass NamedQueries NamedQuery
    NoResultException OneToMany OneToOne OrderBy OrderColumn PersistenceContext PersistenceException PostLoad
    PostPersist PrePersist PreRemove PreUpdate PrimaryKeyJoinColumn Query SequenceGenerator Table Temporal
    TemporalType Transient Tuple TypedQuery UniqueConstraint Version`,
  'javax.servlet': `AsyncContext Filter FilterChain FilterConfig RequestDispatcher Servlet ServletConfig
    ServletContext ServletContextEvent ServletContextListener ServletException ServletInputStream ServletOutputStream
    ServletRequest ServletResponse`,
  'javax.servlet.http': `Cookie HttpFilter HttpServlet HttpServletRequest HttpServletRequestWrapper
    HttpServletResponse HttpServletResponseWrapper HttpSession Part`,
  'javax.swing': `AbstractAction AbstractButton AbstractCellEditor AbstractListModel AbstractSpinnerModel Action
    ActionMap BorderFactory BoundedRangeModel Box BoxLayout ButtonGroup ButtonModel CellEditor CellRendererPane
    ComboBoxEditor ComboBoxModel ComponentInputMap DebugGraphics DefaultBoundedRangeModel DefaultButtonModel
    DefaultCellEditor DefaultComboBoxModel DefaultDesktopManager DefaultFocusManager DefaultListCellRenderer
    DefaultListModel DefaultListSelectionModel DefaultRowSorter DefaultSingleSelectionModel DesktopManager DropMode
    FocusManager GrayFilter GroupLayout Icon ImageIcon InputMap InputVerifier InternalFrameFocusTraversalPolicy
    JApplet JButton JCheckBox JCheckBoxMenuItem JColorChooser JComboBox JComponent JDesktopPane JDialog JEditorPane
    JFileChooser JFormattedTextField JFrame JInternalFrame JLabel JLayer JLayeredPane JList JMenu JMenuBar JMenuItem
    JOptionPane JPanel JPasswordField JPopupMenu JProgressBar JRadioButton JRadioButtonMenuItem JRootPane JScrollBar
    JScrollPane JSeparator JSlider JSpinner JSplitPane JTabbedPane JTable JTextArea JTextField JTextPane JToggleButton
    JToolBar JToolTip JTree JViewport JWindow KeyStroke LayoutFocusTraversalPolicy LayoutStyle ListCellRenderer
    ListModel ListSelectionModel LookAndFeel MenuElement MenuSelectionManager MutableComboBoxModel OverlayLayout
    Painter Popup PopupFactory ProgressMonitor ProgressMonitorInputStream Renderer RepaintManager RootPaneContainer
    RowFilter RowSorter ScrollPaneConstants ScrollPaneLayout Scrollable SingleSelectionModel SizeRequirements
    SizeSequence SortOrder SortingFocusTraversalPolicy SpinnerDateModel SpinnerListModel SpinnerModel
    SpinnerNumberModel Spring SpringLayout SwingConstants SwingContainer SwingUtilities SwingWorker Timer
    ToolTipManager TransferHandler UIClientPropertyKey UIDefaults UIManager UnsupportedLookAndFeelException
    ViewportLayout WindowConstants`,
  'javax.swing.event': `AncestorEvent AncestorListener CaretEvent CaretListener CellEditorListener ChangeEvent
    ChangeListener DocumentEvent DocumentListener EventListenerList HyperlinkEvent HyperlinkListener
    InternalFrameAdapter InternalFrameEvent InternalFrameListener ListDataEvent ListDataListener ListSelectionEvent
    ListSelectionListener MenuDragMouseEvent MenuDragMouseListener MenuEvent MenuKeyEvent MenuKeyListener MenuListener
    MouseInputAdapter MouseInputListener PopupMenuEvent PopupMenuListener RowSorterEvent RowSorterListener
    SwingPropertyChangeSupport TableColumnModelEvent TableColumnModelListener TableModelEvent TableModelListener
    TreeExpansionEvent TreeExpansionListener TreeModelEvent TreeModelListener TreeSelectionEvent TreeSelectionListener
    TreeWillExpandListener UndoableEditEvent UndoableEditListener`,
  'kotlin.io.path': 'Path createTempDirectory createTempFile',
  'kotlin.math': `E PI abs absoluteValue acos asin atan atan2 ceil cos cosh exp floor hypot ln log log10 log2 max min
    pow round roundToInt roundToLong sign sin sinh sqrt tan tanh truncate`,
  'kotlin.reflect': `KCallable KClass KFunction KMutableProperty KMutableProperty1 KParameter KProperty KProperty0
    KProperty1 KType KTypeParameter KVisibility typeOf`,
  'kotlin.test': `AfterTest BeforeTest Ignore Test asserter assertContains assertContentEquals assertEquals
    assertFails assertFailsWith assertFalse assertIs assertIsNot assertNotEquals assertNotNull assertNotSame
    assertNull assertSame assertTrue expect fail`,
  'kotlin.time': `Clock Duration DurationUnit ExperimentalTime Instant TimeMark TimeSource TimedValue measureTime
    measureTimedValue toDuration`,
  'kotlinx.coroutines': `CancellationException CompletableDeferred CompletableJob CoroutineDispatcher
    CoroutineExceptionHandler CoroutineName CoroutineScope CoroutineStart Deferred DelicateCoroutinesApi Dispatchers
    ExperimentalCoroutinesApi GlobalScope Job MainScope NonCancellable SupervisorJob TimeoutCancellationException
    async awaitAll awaitCancellation cancel cancelAndJoin cancelChildren coroutineScope currentCoroutineContext delay
    ensureActive isActive joinAll launch newSingleThreadContext runBlocking runInterruptible supervisorScope
    suspendCancellableCoroutine withContext withTimeout withTimeoutOrNull yield`,
  'kotlinx.coroutines.flow': `Flow FlowCollector FlowPreview MutableSharedFlow MutableStateFlow SharedFlow
    SharingStarted StateFlow callbackFlow channelFlow combine emptyFlow flow flowOf merge`,
  lombok: `AccessLevel AllArgsConstructor Builder Cleanup CustomLog Data EqualsAndHashCode Generated Getter
    NoArgsConstructor NonNull RequiredArgsConstructor Setter Singular SneakyThrows Synchronized ToString Value With`,
  'org.junit': 'After AfterClass Assert Assume Before BeforeClass ClassRule Ignore Rule Test',
  'org.junit.jupiter.api': `AfterAll AfterEach Assertions Assumptions BeforeAll BeforeEach Disabled DisplayName
    DynamicTest MethodOrderer Nested Order RepeatedTest Tag Test TestFactory TestInfo TestInstance TestMethodOrder
    Timeout`,
  'org.mockito': `ArgumentCaptor ArgumentMatchers BDDMockito Captor InOrder InjectMocks Mock MockedStatic Mockito
    MockitoAnnotations Spy`,
  'org.springframework.web.bind.annotation': `ControllerAdvice CrossOrigin DeleteMapping ExceptionHandler GetMapping
    ModelAttribute PatchMapping PathVariable PostMapping PutMapping RequestBody RequestHeader RequestMapping
    RequestMethod RequestParam RequestPart ResponseBody ResponseStatus RestController RestControllerAdvice`,
  'org.w3c.dom': `Attr CDATASection CharacterData Comment DOMConfiguration DOMError DOMErrorHandler DOMException
    DOMImplementation DOMImplementationList DOMImplementationSource DOMLocator DOMStringList Document DocumentFragment
    DocumentType Element ElementTraversal Entity EntityReference NameList NamedNodeMap Node NodeList Notation
    ProcessingInstruction Text TypeInfo UserDataHandler`,
  'scala.collection': `AbstractIterator BitSet BufferedIterator BuildFrom Factory IndexedSeq IterableOnce IterableOps
    Iterator LinearSeq Map MapOps MapView Seq SeqOps SeqView Set SortedMap SortedSet View WithFilter`,
  'scala.collection.immutable': `ArraySeq BitSet HashMap HashSet IntMap LazyList ListMap ListSet LongMap NumericRange
    Queue SeqMap SortedMap SortedSet TreeMap TreeSet TreeSeqMap VectorMap`,
  'scala.collection.mutable': `AnyRefMap ArrayBuffer ArrayBuilder ArrayDeque ArraySeq BitSet Buffer Builder Cloneable
    Growable HashMap HashSet IndexedBuffer LinkedHashMap LinkedHashSet ListBuffer LongMap MultiDict OpenHashMap
    PriorityQueue Queue ReusableBuilder Shrinkable SortedMap SortedSet Stack StringBuilder TreeMap TreeSet
    UnrolledBuffer WeakHashMap WrappedArray`,
  'scala.concurrent': `Await Awaitable BlockContext CanAwait ExecutionContext ExecutionContextExecutor
    ExecutionContextExecutorService Future Promise blocking`,
  'scala.concurrent.duration': `DAYS Deadline Duration DurationConversions DurationInt DurationLong FiniteDuration
    HOURS MILLISECONDS MINUTES NANOSECONDS SECONDS TimeUnit`,
  'scala.reflect': 'ClassManifest ClassTag Manifest OptManifest TypeTest classTag',
  'scala.util': 'Either Failure Left Properties Random Right Success Try Using boundary',
  'scala.util.control': 'Breaks ControlThrowable Exception NoStackTrace NonFatal TailCalls',
};

const members: WordTable = {
  'java.lang.Math': `E PI abs acos addExact asin atan atan2 cbrt ceil cos cosh exp expm1 floor floorDiv floorMod hypot
    log log10 log1p max min multiplyExact negateExact pow random rint round signum sin sinh sqrt subtractExact tan
    tanh toDegrees toIntExact toRadians`,
  'java.nio.charset.StandardCharsets': 'ISO_8859_1 US_ASCII UTF_16 UTF_16BE UTF_16LE UTF_8',
  'java.nio.file.StandardOpenOption': `APPEND CREATE CREATE_NEW DELETE_ON_CLOSE DSYNC READ SPARSE SYNC
    TRUNCATE_EXISTING WRITE`,
  'java.time.temporal.ChronoUnit': 'DAYS HOURS MICROS MILLIS MINUTES MONTHS NANOS SECONDS WEEKS YEARS',
  'java.util.Objects': 'checkIndex deepEquals isNull nonNull requireNonNull requireNonNullElse requireNonNullElseGet',
  'java.util.concurrent.TimeUnit': 'DAYS HOURS MICROSECONDS MILLISECONDS MINUTES NANOSECONDS SECONDS',
  'java.util.stream.Collectors': `averagingDouble averagingInt averagingLong collectingAndThen counting filtering
    flatMapping groupingBy groupingByConcurrent joining mapping maxBy minBy partitioningBy reducing summarizingDouble
    summarizingInt summarizingLong summingDouble summingInt summingLong teeing toCollection toConcurrentMap toList
    toMap toSet toUnmodifiableList toUnmodifiableMap toUnmodifiableSet`,
  'com.google.common.truth.Truth': 'assertAbout assertThat assertWithMessage',
  'org.assertj.core.api.Assertions': `as assertThat assertThatCode assertThatExceptionOfType
    assertThatIllegalArgumentException assertThatIllegalStateException assertThatNoException
    assertThatNullPointerException assertThatThrownBy atIndex catchThrowable catchThrowableOfType contentOf entry fail
    failBecauseExceptionWasNotThrown in not offset tuple within`,
  'org.hamcrest.CoreMatchers': `allOf any anyOf anything both containsString describedAs either endsWith equalTo
    everyItem hasItem hasItems instanceOf is isA not notNullValue nullValue sameInstance startsWith theInstance`,
  'org.hamcrest.MatcherAssert': 'assertThat',
  'org.hamcrest.Matchers': `aMapWithSize allOf any anyOf anything array arrayContaining arrayContainingInAnyOrder
    arrayWithSize blankString both closeTo contains containsInAnyOrder containsString containsStringIgnoringCase
    describedAs either empty emptyArray emptyCollectionOf emptyIterable emptyOrNullString emptyString endsWith equalTo
    equalToIgnoringCase everyItem greaterThan greaterThanOrEqualTo hasEntry hasItem hasItemInArray hasItems hasKey
    hasProperty hasSize hasToString hasValue in instanceOf is isA isIn iterableWithSize lessThan lessThanOrEqualTo
    matchesPattern not notNullValue nullValue oneOf sameInstance samePropertyValuesAs startsWith theInstance
    typeCompatibleWith`,
  'org.junit.Assert': `assertArrayEquals assertEquals assertFalse assertNotEquals assertNotNull assertNotSame
    assertNull assertSame assertThat assertThrows assertTrue fail`,
  'org.junit.jupiter.api.Assertions': `assertAll assertArrayEquals assertDoesNotThrow assertEquals assertFalse
    assertInstanceOf assertIterableEquals assertLinesMatch assertNotEquals assertNotNull assertNotSame assertNull
    assertSame assertThrows assertThrowsExactly assertTimeout assertTimeoutPreemptively assertTrue fail`,
  'org.mockito.ArgumentMatchers': `any anyBoolean anyByte anyChar anyCollection anyDouble anyFloat anyInt anyIterable
    anyList anyLong anyMap anySet anyShort anyString argThat assertArg contains endsWith eq isA isNotNull isNull
    matches notNull nullable refEq same startsWith`,
  'org.mockito.BDDMockito': 'given then will willAnswer willCallRealMethod willDoNothing willReturn willThrow',
  'org.mockito.Mockito': `any anyBoolean anyCollection anyDouble anyInt anyList anyLong anyMap anySet anyString
    argThat atLeast atLeastOnce atMost atMostOnce calls clearInvocations doAnswer doCallRealMethod doNothing doReturn
    doThrow eq framework ignoreStubs inOrder isA isNotNull isNull lenient mock mockConstruction mockStatic
    mockingDetails never notNull only reset same spy times timeout validateMockitoUsage verify verifyNoInteractions
    verifyNoMoreInteractions when withSettings`,
  'org.testng.Assert': `assertEquals assertFalse assertNotEquals assertNotNull assertNotSame assertNull assertSame
    assertThrows assertTrue expectThrows fail`,
};

const packageTypes = wordSets(types);
const staticMembers = wordSets(members);

/** Tests whether `import <name>.*` provides a word: one of the package's types or one of the class's static members. */
export function jvmWildcardProvides(name: string): (word: string) => boolean {
  // The Jakarta packages are the javax packages under a new name.
  const key = name.replace(/^jakarta\./, 'javax.');
  const words = packageTypes(key) ?? staticMembers(key);
  return (word) => words?.has(word) ?? false;
}
