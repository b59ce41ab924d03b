/**
 * The names of .NET that are common in source code, by what brings them into a C# file: types by namespace (attributes with and
 * without their suffix), members by the class in `using static`, and extension methods, which are called after a dot, by namespace.
 */
import type { WordTable } from '../word-lists';

export const dotnetTypes: WordTable = {
  System: `AccessViolationException Action Activator AggregateException AppContext AppDomain ApplicationException
    ArgumentException ArgumentNullException ArgumentOutOfRangeException ArithmeticException Array ArraySegment
    AsyncCallback Attribute AttributeTargets AttributeUsage AttributeUsageAttribute BadImageFormatException
    BitConverter Boolean Buffer Byte CLSCompliant Char CharEnumerator Comparison Console ConsoleCancelEventArgs
    ConsoleColor ConsoleKey ConsoleKeyInfo Convert Converter DBNull DateOnly DateTime DateTimeKind DateTimeOffset
    DayOfWeek Decimal Delegate DivideByZeroException Double Enum Environment EventArgs EventHandler Exception Flags
    FlagsAttribute FormatException FormattableString Func GC Guid HashCode IAsyncDisposable IAsyncResult ICloneable
    IComparable IConvertible ICustomFormatter IDisposable IEquatable IFormatProvider IFormattable IObservable
    IObserver IProgress IServiceProvider ISpanFormattable Index IndexOutOfRangeException InsufficientMemoryException
    Int16 Int32 Int64 IntPtr InvalidCastException InvalidOperationException InvalidProgramException Lazy
    MarshalByRefObject Math MathF Memory MemoryExtensions MissingMethodException MulticastDelegate NonSerialized
    NotFiniteNumberException NotImplementedException NotSupportedException NullReferenceException Nullable Object
    ObjectDisposedException Obsolete ObsoleteAttribute OperatingSystem OperationCanceledException OutOfMemoryException
    OverflowException ParamArrayAttribute PlatformNotSupportedException Predicate Progress Random Range RankException
    ReadOnlyMemory ReadOnlySpan ResolveEventArgs RuntimeTypeHandle SByte STAThread STAThreadAttribute Serializable
    SerializableAttribute Single Span StackOverflowException String StringComparer StringComparison StringSplitOptions
    SystemException ThreadStatic ThreadStaticAttribute TimeOnly TimeSpan TimeZoneInfo TimeoutException Tuple Type
    TypeCode TypeInitializationException TypeLoadException UInt16 UInt32 UInt64 UIntPtr UnauthorizedAccessException
    UnhandledExceptionEventArgs UnhandledExceptionEventHandler Uri UriBuilder UriFormatException UriKind ValueTuple
    ValueType Version Void WeakReference`,
  'System.Buffers': `ArrayBufferWriter ArrayPool IBufferWriter IMemoryOwner MemoryHandle MemoryPool OperationStatus
    ReadOnlySequence SearchValues SequencePosition SequenceReader SpanAction StandardFormat`,
  'System.Collections': `ArrayList BitArray CollectionBase Comparer DictionaryBase DictionaryEntry Hashtable
    ICollection IComparer IDictionary IDictionaryEnumerator IEnumerable IEnumerator IEqualityComparer IList
    IStructuralComparable IStructuralEquatable Queue ReadOnlyCollectionBase SortedList Stack StructuralComparisons`,
  'System.Collections.Concurrent': `BlockingCollection ConcurrentBag ConcurrentDictionary ConcurrentQueue
    ConcurrentStack IProducerConsumerCollection OrderablePartitioner Partitioner`,
  'System.Collections.Frozen': 'FrozenDictionary FrozenSet',
  'System.Collections.Generic': `CollectionExtensions Comparer Dictionary EqualityComparer HashSet IAsyncEnumerable
    IAsyncEnumerator ICollection IComparer IDictionary IEnumerable IEnumerator IEqualityComparer IList
    IReadOnlyCollection IReadOnlyDictionary IReadOnlyList IReadOnlySet ISet KeyNotFoundException KeyValuePair
    LinkedList LinkedListNode List OrderedDictionary PriorityQueue Queue ReferenceEqualityComparer SortedDictionary
    SortedList SortedSet Stack`,
  'System.Collections.Immutable': `IImmutableDictionary IImmutableList IImmutableSet ImmutableArray
    ImmutableDictionary ImmutableHashSet ImmutableInterlocked ImmutableList ImmutableQueue ImmutableSortedDictionary
    ImmutableSortedSet ImmutableStack`,
  'System.Collections.ObjectModel': `Collection KeyedCollection ObservableCollection ReadOnlyCollection
    ReadOnlyDictionary ReadOnlyObservableCollection`,
  'System.Collections.Specialized': `BitVector32 HybridDictionary INotifyCollectionChanged ListDictionary
    NameValueCollection NotifyCollectionChangedAction NotifyCollectionChangedEventArgs
    NotifyCollectionChangedEventHandler OrderedDictionary StringCollection StringDictionary`,
  'System.ComponentModel': `AsyncCompletedEventArgs BackgroundWorker BindingList Browsable CancelEventArgs Category
    Component Container DefaultValue Description DescriptionAttribute DesignerCategory DisplayName DoWorkEventArgs
    EditorBrowsable EditorBrowsableState IComponent IContainer INotifyPropertyChanged INotifyPropertyChanging ISite
    ISupportInitialize InvalidEnumArgumentException ProgressChangedEventArgs PropertyChangedEventArgs
    PropertyChangedEventHandler PropertyDescriptor RunWorkerCompletedEventArgs TypeConverter TypeDescriptor
    Win32Exception`,
  'System.ComponentModel.DataAnnotations': `AllowedValues Compare DataType Display DisplayFormat EmailAddress
    EnumDataType Key MaxLength MinLength Phone Range RegularExpression Required RequiredAttribute ScaffoldColumn
    StringLength Timestamp Url ValidationAttribute ValidationContext ValidationException ValidationResult Validator`,
  'System.Data': `CommandBehavior CommandType ConnectionState DataColumn DataException DataRow DataRowView DataSet
    DataTable DataView DbType IDataAdapter IDataParameter IDataReader IDataRecord IDbCommand IDbConnection
    IDbDataParameter IDbTransaction IsolationLevel ParameterDirection SqlDbType`,
  'System.Data.Common': `DbCommand DbConnection DbConnectionStringBuilder DbDataAdapter DbDataReader DbException
    DbParameter DbProviderFactory DbTransaction`,
  'System.Diagnostics': `Activity ActivityContext ActivityKind ActivitySource ActivityTraceId BooleanSwitch
    Conditional ConditionalAttribute Debug DebuggableAttribute Debugger DebuggerBrowsable DebuggerBrowsableState
    DebuggerDisplay DebuggerHidden DebuggerNonUserCode DebuggerStepThrough DebuggerTypeProxy DiagnosticListener
    EventLog FileVersionInfo PerformanceCounter Process ProcessModule ProcessPriorityClass ProcessStartInfo
    ProcessWindowStyle StackFrame StackTrace Stopwatch Trace TraceEventType TraceLevel TraceListener TraceSource
    TraceSwitch UnreachableException`,
  'System.Diagnostics.CodeAnalysis': `AllowNull DisallowNull DoesNotReturn DoesNotReturnIf DynamicDependency
    DynamicallyAccessedMemberTypes DynamicallyAccessedMembers ExcludeFromCodeCoverage Experimental MaybeNull
    MaybeNullWhen MemberNotNull MemberNotNullWhen NotNull NotNullIfNotNull NotNullWhen RequiresDynamicCode
    RequiresUnreferencedCode SetsRequiredMembers StringSyntax SuppressMessage UnconditionalSuppressMessage UnscopedRef`,
  'System.Drawing': `Bitmap Brush Brushes Color ColorTranslator ContentAlignment Font FontFamily FontStyle Graphics
    GraphicsUnit Icon Image Pen Pens Point PointF Rectangle RectangleF Region Size SizeF SolidBrush StringFormat
    SystemColors SystemFonts SystemIcons`,
  'System.Globalization': `Calendar CharUnicodeInfo CompareInfo CompareOptions CultureInfo CultureNotFoundException
    CultureTypes DateTimeFormatInfo DateTimeStyles GregorianCalendar NumberFormatInfo NumberStyles RegionInfo
    StringInfo TextInfo TimeSpanStyles UnicodeCategory`,
  'System.IO': `BinaryReader BinaryWriter BufferedStream Directory DirectoryInfo DirectoryNotFoundException DriveInfo
    DriveType EndOfStreamException EnumerationOptions File FileAccess FileAttributes FileInfo FileLoadException
    FileMode FileNotFoundException FileOptions FileShare FileStream FileSystemEventArgs FileSystemInfo
    FileSystemWatcher IOException InvalidDataException MemoryStream NotifyFilters Path PathTooLongException
    RandomAccess RenamedEventArgs SearchOption SeekOrigin Stream StreamReader StreamWriter StringReader StringWriter
    TextReader TextWriter UnmanagedMemoryStream`,
  'System.IO.Compression': `BrotliStream CompressionLevel CompressionMode DeflateStream GZipStream ZLibStream
    ZipArchive ZipArchiveEntry ZipArchiveMode ZipFile`,
  'System.IO.Pipelines': 'FlushResult IDuplexPipe Pipe PipeOptions PipeReader PipeScheduler PipeWriter ReadResult',
  'System.Linq': `Enumerable EnumerableQuery IGrouping ILookup IOrderedEnumerable IOrderedQueryable IQueryProvider
    IQueryable Lookup ParallelEnumerable ParallelQuery Queryable`,
  'System.Linq.Expressions': `BinaryExpression BlockExpression CatchBlock ConditionalExpression ConstantExpression
    Expression ExpressionType ExpressionVisitor IndexExpression InvocationExpression LabelExpression LabelTarget
    LambdaExpression ListInitExpression MemberAssignment MemberBinding MemberExpression MemberInitExpression
    MethodCallExpression NewArrayExpression NewExpression ParameterExpression SwitchCase SwitchExpression
    TryExpression TypeBinaryExpression UnaryExpression`,
  'System.Net': `AuthenticationSchemes Cookie CookieCollection CookieContainer CredentialCache DecompressionMethods
    Dns EndPoint HttpListener HttpListenerContext HttpListenerRequest HttpListenerResponse HttpStatusCode HttpVersion
    HttpWebRequest HttpWebResponse ICredentials IPAddress IPEndPoint IPHostEntry IPNetwork IWebProxy NetworkCredential
    SecurityProtocolType ServicePointManager WebClient WebException WebHeaderCollection WebProxy WebRequest
    WebResponse WebUtility`,
  'System.Net.Http': `ByteArrayContent DelegatingHandler FormUrlEncodedContent HttpClient HttpClientHandler
    HttpCompletionOption HttpContent HttpMessageHandler HttpMessageInvoker HttpMethod HttpRequestException
    HttpRequestMessage HttpResponseMessage IHttpClientFactory MultipartContent MultipartFormDataContent
    SocketsHttpHandler StreamContent StringContent`,
  'System.Net.Http.Headers': `AuthenticationHeaderValue CacheControlHeaderValue ContentDispositionHeaderValue
    ContentRangeHeaderValue EntityTagHeaderValue HttpContentHeaders HttpHeaders HttpRequestHeaders HttpResponseHeaders
    MediaTypeHeaderValue MediaTypeWithQualityHeaderValue ProductInfoHeaderValue RangeHeaderValue`,
  'System.Net.Http.Json': 'HttpClientJsonExtensions JsonContent',
  'System.Net.Sockets': `AddressFamily LingerOption NetworkStream ProtocolType Socket SocketAsyncEventArgs SocketError
    SocketException SocketFlags SocketOptionLevel SocketOptionName SocketShutdown SocketType TcpClient TcpListener
    UdpClient`,
  'System.Numerics': `BigInteger BitOperations Complex INumber Matrix3x2 Matrix4x4 Plane Quaternion Vector Vector2
    Vector3 Vector4`,
  'System.Reflection': `Assembly AssemblyCompany AssemblyCopyright AssemblyDescription AssemblyFileVersion
    AssemblyInformationalVersion AssemblyInformationalVersionAttribute AssemblyMetadata AssemblyName AssemblyProduct
    AssemblyTitle AssemblyTrademark AssemblyVersion BindingFlags ConstructorInfo CustomAttributeData
    CustomAttributeExtensions DefaultMember DispatchProxy EventInfo FieldInfo ICustomAttributeProvider
    IntrospectionExtensions MemberInfo MemberTypes MethodAttributes MethodBase MethodBody MethodInfo Missing Module
    ParameterInfo PropertyInfo ReflectionTypeLoadException TargetInvocationException TargetParameterCountException
    TypeAttributes TypeInfo`,
  'System.Reflection.Emit': `AssemblyBuilder AssemblyBuilderAccess ConstructorBuilder DynamicMethod FieldBuilder
    ILGenerator Label LocalBuilder MethodBuilder ModuleBuilder OpCode OpCodes ParameterBuilder PropertyBuilder
    TypeBuilder`,
  'System.Resources': `MissingManifestResourceException NeutralResourcesLanguage ResourceManager ResourceReader
    ResourceSet ResourceWriter`,
  'System.Runtime.CompilerServices': `AsyncMethodBuilder AsyncStateMachine CallerArgumentExpression CallerFilePath
    CallerLineNumber CallerMemberName CompilerGenerated CompilerGeneratedAttribute ConditionalWeakTable
    ConfiguredTaskAwaitable DefaultInterpolatedStringHandler DynamicAttribute EnumeratorCancellation Extension
    FormattableStringFactory ICriticalNotifyCompletion INotifyCompletion ITuple InlineArray InternalsVisibleTo
    InterpolatedStringHandler IsExternalInit MethodImpl MethodImplOptions ModuleInitializer OverloadResolutionPriority
    RuntimeHelpers SkipLocalsInit StrongBox TaskAwaiter TypeForwardedTo Unsafe ValueTaskAwaiter YieldAwaitable`,
  'System.Runtime.InteropServices': `Architecture COMException CallingConvention CharSet ClassInterface
    CollectionsMarshal ComImport ComVisible DllImport DllImportAttribute ExternalException FieldOffset GCHandle
    GCHandleType Guid GuidAttribute HandleRef In InterfaceType LayoutKind LibraryImport Marshal MarshalAs
    MemoryMarshal NativeLibrary NativeMemory OSPlatform Optional Out PreserveSig RuntimeInformation SafeHandle
    StringMarshalling StructLayout StructLayoutAttribute UnmanagedCallersOnly UnmanagedFunctionPointer UnmanagedType`,
  'System.Runtime.Serialization': `DataContract DataMember EnumMember Formatter IFormatter ISerializable
    IgnoreDataMember KnownType OnDeserialized OnDeserializing OnSerialized OnSerializing SerializationException
    SerializationInfo StreamingContext`,
  'System.Runtime.Versioning': `RequiresPreviewFeatures SupportedOSPlatform SupportedOSPlatformGuard TargetFramework
    UnsupportedOSPlatform`,
  'System.Security.Claims': 'Claim ClaimTypes ClaimsIdentity ClaimsPrincipal',
  'System.Security.Cryptography': `Aes AesGcm AsymmetricAlgorithm CipherMode CryptoStream CryptoStreamMode
    CryptographicException CryptographicOperations DSA ECCurve ECDiffieHellman ECDsa HMAC HMACSHA1 HMACSHA256
    HMACSHA512 HashAlgorithm HashAlgorithmName ICryptoTransform IncrementalHash MD5 PaddingMode
    RNGCryptoServiceProvider RSA RSACryptoServiceProvider RSAEncryptionPadding RSAParameters RSASignaturePadding
    RandomNumberGenerator Rfc2898DeriveBytes SHA1 SHA256 SHA384 SHA512 SymmetricAlgorithm TripleDES`,
  'System.Security.Cryptography.X509Certificates': `StoreLocation StoreName X509Certificate X509Certificate2
    X509Certificate2Collection X509Chain X509ContentType X509Extension X509FindType X509KeyStorageFlags
    X509RevocationMode X509Store`,
  'System.Security.Principal': `GenericIdentity GenericPrincipal IIdentity IPrincipal SecurityIdentifier
    WindowsIdentity WindowsPrincipal`,
  'System.Text': `ASCIIEncoding CompositeFormat Decoder DecoderFallback Encoder Encoding EncodingProvider
    NormalizationForm Rune StringBuilder UTF32Encoding UTF7Encoding UTF8Encoding UnicodeEncoding`,
  'System.Text.Json': `JsonCommentHandling JsonDocument JsonDocumentOptions JsonElement JsonEncodedText JsonException
    JsonNamingPolicy JsonProperty JsonReaderOptions JsonSerializer JsonSerializerDefaults JsonSerializerOptions
    JsonTokenType JsonValueKind JsonWriterOptions Utf8JsonReader Utf8JsonWriter`,
  'System.Text.Json.Nodes': 'JsonArray JsonNode JsonObject JsonValue',
  'System.Text.Json.Serialization': `JsonConstructor JsonConverter JsonConverterFactory JsonDerivedType
    JsonExtensionData JsonIgnore JsonIgnoreCondition JsonInclude JsonNumberHandling JsonPolymorphic JsonPropertyName
    JsonPropertyOrder JsonRequired JsonSerializable JsonSerializerContext JsonSourceGenerationOptions
    JsonStringEnumConverter`,
  'System.Text.RegularExpressions': `Capture CaptureCollection GeneratedRegex Group GroupCollection Match
    MatchCollection MatchEvaluator Regex RegexMatchTimeoutException RegexOptions`,
  'System.Threading': `AsyncLocal AutoResetEvent Barrier CancellationToken CancellationTokenRegistration
    CancellationTokenSource CountdownEvent EventResetMode EventWaitHandle ExecutionContext IThreadPoolWorkItem
    Interlocked LazyInitializer LazyThreadSafetyMode Lock ManualResetEvent ManualResetEventSlim Monitor Mutex
    ParameterizedThreadStart PeriodicTimer ReaderWriterLock ReaderWriterLockSlim RegisteredWaitHandle Semaphore
    SemaphoreSlim SpinLock SpinWait SynchronizationContext SynchronizationLockException Thread ThreadAbortException
    ThreadInterruptedException ThreadLocal ThreadPool ThreadPriority ThreadStart ThreadState Timeout Timer
    TimerCallback Volatile WaitCallback WaitHandle`,
  'System.Threading.Channels': `BoundedChannelFullMode BoundedChannelOptions Channel ChannelClosedException
    ChannelReader ChannelWriter UnboundedChannelOptions`,
  'System.Threading.Tasks': `ConcurrentExclusiveSchedulerPair Parallel ParallelLoopResult ParallelLoopState
    ParallelOptions Task TaskCanceledException TaskCompletionSource TaskContinuationOptions TaskCreationOptions
    TaskExtensions TaskFactory TaskScheduler TaskStatus UnobservedTaskExceptionEventArgs ValueTask`,
  'System.Timers': 'ElapsedEventArgs ElapsedEventHandler Timer',
  'System.Web': 'HttpContext HttpCookie HttpException HttpRequest HttpResponse HttpUtility IHttpHandler IHttpModule',
  'System.Windows': `Application DependencyObject DependencyProperty DependencyPropertyChangedEventArgs
    FrameworkElement FrameworkPropertyMetadata HorizontalAlignment MessageBox MessageBoxButton MessageBoxImage
    MessageBoxResult Point PropertyMetadata Rect ResourceDictionary RoutedEvent RoutedEventArgs RoutedEventHandler
    Size StartupEventArgs Style Thickness UIElement Vector VerticalAlignment Visibility Window WindowState`,
  'System.Windows.Controls': `Border Button Canvas CheckBox ComboBox ContentControl ContextMenu Control Grid Image
    ItemsControl Label ListBox ListView Menu MenuItem Orientation Panel ProgressBar RadioButton ScrollViewer
    SelectionChangedEventArgs Slider StackPanel TabControl TabItem TextBlock TextBox TextChangedEventArgs ToolTip
    TreeView TreeViewItem UserControl`,
  'System.Windows.Forms': `AnchorStyles Application AutoScaleMode BorderStyle Button CheckBox CheckState ColumnHeader
    ComboBox ContextMenuStrip Control Cursor Cursors DataGridView DataGridViewCellEventArgs DialogResult DockStyle
    DragEventArgs FlatStyle FlowLayoutPanel FolderBrowserDialog Form FormBorderStyle FormClosedEventArgs
    FormClosingEventArgs FormStartPosition GroupBox ImageList KeyEventArgs KeyPressEventArgs Keys Label LinkLabel
    ListBox ListView ListViewItem MenuStrip Message MessageBox MessageBoxButtons MessageBoxIcon MouseButtons
    MouseEventArgs NotifyIcon NumericUpDown OpenFileDialog Padding PaintEventArgs Panel PictureBox ProgressBar
    RadioButton RichTextBox SaveFileDialog Screen ScrollBars SplitContainer StatusStrip TabControl TabPage
    TableLayoutPanel TextBox Timer ToolStrip ToolStripButton ToolStripMenuItem ToolTip TreeNode TreeView UserControl`,
  'System.Windows.Input': `ApplicationCommands Cursor Cursors FocusManager ICommand InputBinding Key KeyBinding
    KeyEventArgs KeyGesture Keyboard ModifierKeys Mouse MouseButton MouseButtonEventArgs MouseEventArgs
    MouseWheelEventArgs RoutedCommand RoutedUICommand`,
  'System.Windows.Media': `Brush Brushes Color Colors DrawingContext FontFamily Geometry ImageSource Matrix Pen
    PixelFormats ScaleTransform SolidColorBrush Stretch Transform TransformGroup TranslateTransform Visual
    VisualTreeHelper`,
  'System.Xml': `ConformanceLevel Formatting NameTable XmlAttribute XmlConvert XmlDeclaration XmlDocument XmlElement
    XmlException XmlNamespaceManager XmlNode XmlNodeList XmlNodeType XmlReader XmlReaderSettings XmlText XmlTextReader
    XmlTextWriter XmlUrlResolver XmlWriter XmlWriterSettings`,
  'System.Xml.Linq': `LoadOptions SaveOptions XAttribute XCData XComment XContainer XDeclaration XDocument XElement
    XName XNamespace XNode XObject XText`,
  'System.Xml.Serialization': `XmlAnyElement XmlArray XmlArrayItem XmlAttribute XmlElement XmlEnum XmlIgnore
    XmlInclude XmlRoot XmlSerializer XmlSerializerNamespaces XmlText XmlType`,
  'Microsoft.AspNetCore.Authorization': `AllowAnonymous AuthorizationHandler AuthorizationHandlerContext
    AuthorizationPolicy AuthorizationPolicyBuilder Authorize AuthorizeAttribute IAuthorizationRequirement
    IAuthorizationService`,
  'Microsoft.AspNetCore.Builder': `ApplicationBuilder EndpointRouteBuilderExtensions IApplicationBuilder
    WebApplication WebApplicationBuilder WebApplicationOptions`,
  'Microsoft.AspNetCore.Hosting': 'IStartup IWebHost IWebHostBuilder IWebHostEnvironment WebHostBuilder',
  'Microsoft.AspNetCore.Http': `HttpContext HttpMethods HttpRequest HttpResponse IFormFile IHttpContextAccessor
    IMiddleware IResult ISession PathString QueryString RequestDelegate Results StatusCodes TypedResults`,
  'Microsoft.AspNetCore.Mvc': `AcceptVerbs ActionContext ActionName ActionResult ApiController ApiExplorerSettings
    Area BadRequestObjectResult BindProperty Consumes ContentResult Controller ControllerBase CreatedAtActionResult
    FileResult FromBody FromForm FromHeader FromQuery FromRoute FromServices HttpDelete HttpGet HttpHead HttpOptions
    HttpPatch HttpPost HttpPut IActionResult IUrlHelper JsonResult ModelBinder NoContentResult NonAction
    NotFoundObjectResult NotFoundResult ObjectResult OkObjectResult OkResult PartialViewResult ProblemDetails Produces
    ProducesResponseType RedirectResult RequestSizeLimit Route RouteAttribute StatusCodeResult UnauthorizedResult
    ValidateAntiForgeryToken ValidationProblemDetails ViewComponent ViewResult`,
  'Microsoft.EntityFrameworkCore': `DbContext DbContextOptions DbContextOptionsBuilder DbSet
    DbUpdateConcurrencyException DbUpdateException DeleteBehavior EF EntityState IDbContextFactory Index Keyless
    ModelBuilder QueryTrackingBehavior`,
  'Microsoft.Extensions.Caching.Memory': 'IMemoryCache MemoryCache MemoryCacheEntryOptions MemoryCacheOptions',
  'Microsoft.Extensions.Configuration': `ConfigurationBuilder IConfiguration IConfigurationBuilder
    IConfigurationProvider IConfigurationRoot IConfigurationSection IConfigurationSource`,
  'Microsoft.Extensions.DependencyInjection': `ActivatorUtilities FromKeyedServices IServiceCollection IServiceScope
    IServiceScopeFactory ServiceCollection ServiceDescriptor ServiceLifetime ServiceProvider`,
  'Microsoft.Extensions.Hosting': `BackgroundService Host HostApplicationBuilder IHost IHostApplicationLifetime
    IHostBuilder IHostEnvironment IHostedService`,
  'Microsoft.Extensions.Logging': `EventId ILogger ILoggerFactory ILoggerProvider ILoggingBuilder LogLevel Logger
    LoggerFactory LoggerMessage`,
  'Microsoft.Extensions.Options': `IConfigureOptions IOptions IOptionsMonitor IOptionsSnapshot IPostConfigureOptions
    IValidateOptions Options ValidateOptionsResult`,
  'Microsoft.VisualStudio.TestTools.UnitTesting': `Assert ClassCleanup ClassInitialize CollectionAssert DataRow
    DataTestMethod ExpectedException StringAssert TestCategory TestClass TestCleanup TestContext TestInitialize
    TestMethod`,
  'Microsoft.Win32': 'Registry RegistryHive RegistryKey RegistryValueKind RegistryView',
  Moq: 'Callback It Mock MockBehavior MockRepository MockSequence Times',
  'Newtonsoft.Json': `Formatting JsonConstructor JsonConvert JsonConverter JsonException JsonExtensionData JsonIgnore
    JsonObject JsonProperty JsonReader JsonReaderException JsonRequired JsonSerializationException JsonSerializer
    JsonSerializerSettings JsonTextReader JsonTextWriter JsonToken JsonWriter NullValueHandling ReferenceLoopHandling
    TypeNameHandling`,
  'Newtonsoft.Json.Linq': 'JArray JContainer JObject JProperty JToken JTokenType JValue',
  'NUnit.Framework': `Apartment Assert Category CollectionAssert Combinatorial Does Explicit Has Ignore Is
    OneTimeSetUp OneTimeTearDown Parallelizable Property Random Range Repeat Retry SetUp StringAssert TearDown Test
    TestCase TestCaseData TestCaseSource TestContext TestFixture TestFixtureSource Throws Timeout ValueSource Values
    Warn`,
  UnityEngine: `AddComponentMenu Animation AnimationCurve Animator Application AssetBundle AsyncOperation AudioClip
    AudioListener AudioSource Behaviour Bounds BoxCollider BoxCollider2D Camera CanvasGroup CharacterController
    Collider Collider2D Collision Collision2D Color Color32 Component Coroutine CreateAssetMenu Cursor Debug
    DisallowMultipleComponent ExecuteInEditMode Font GUI GUIContent GUILayout GUILayoutOption GUIStyle GameObject
    Gizmos Gradient Graphics Header HideInInspector Input Joint KeyCode LayerMask Light LineRenderer Material Mathf
    Matrix4x4 Mesh MeshFilter MeshRenderer MonoBehaviour NonSerialized Object ParticleSystem PhysicMaterial Physics
    Physics2D Plane PlayerPrefs Quaternion Random Range Ray RaycastHit RaycastHit2D Rect RectInt RectTransform
    RenderTexture Renderer RequireComponent Resources Rigidbody Rigidbody2D RuntimeInitializeOnLoadMethod
    RuntimePlatform Screen ScriptableObject SerializeField Shader SkinnedMeshRenderer Space SpaceAttribute
    SphereCollider Sprite SpriteRenderer SystemInfo Terrain TextArea TextAsset Texture Texture2D Time Tooltip Touch
    TouchPhase Transform Vector2 Vector2Int Vector3 Vector3Int Vector4 WWW WaitForEndOfFrame WaitForFixedUpdate
    WaitForSeconds WaitUntil`,
  Xunit: `AssemblyFixture Assert ClassData Collection CollectionDefinition Fact FactAttribute IAsyncLifetime
    IClassFixture ICollectionFixture InlineData MemberData Skip Theory TheoryAttribute TheoryData Trait`,
  'Xunit.Abstractions': 'IMessageSink ITestOutputHelper',
};

export const dotnetStaticMembers: WordTable = {
  'System.Console': `BackgroundColor Clear Error ForegroundColor In Out Read ReadKey ReadLine ResetColor Title Write
    WriteLine`,
  'System.Math': `Abs Acos Asin Atan Atan2 Cbrt Ceiling Clamp Cos Cosh DivRem E Exp Floor Log Log10 Log2 Max Min PI
    Pow Round Sign Sin Sinh Sqrt Tan Tanh Tau Truncate`,
  'System.MathF': `Abs Acos Asin Atan Atan2 Ceiling Clamp Cos Exp Floor Log Max Min PI Pow Round Sign Sin Sqrt Tan
    Truncate`,
  'System.String': 'Compare Concat Equals Format IsNullOrEmpty IsNullOrWhiteSpace Join',
  'System.Linq.Enumerable': 'Empty Range Repeat',
  'System.Linq.Expressions.Expression': `Add AndAlso Assign Block Call Condition Constant Convert Default Equal Field
    GreaterThan IfThen IfThenElse Invoke Lambda LessThan Loop MakeMemberAccess Multiply New NewArrayInit Not NotEqual
    OrElse Parameter Property Return Subtract Throw TryCatch Variable`,
  'Xunit.Assert': `All Collection Contains DoesNotContain Empty EndsWith Equal False InRange IsAssignableFrom IsType
    NotEmpty NotEqual NotNull NotSame Null Same Single StartsWith Throws ThrowsAny ThrowsAsync True`,
};

export const dotnetExtensionMethods: WordTable = {
  'System.Collections.Generic': 'GetValueOrDefault TryAdd',
  'System.Collections.Immutable': `ToImmutableArray ToImmutableDictionary ToImmutableHashSet ToImmutableList
    ToImmutableSortedDictionary ToImmutableSortedSet`,
  'System.Collections.Frozen': 'ToFrozenDictionary ToFrozenSet',
  'System.Linq': `Aggregate AggregateBy All Any AsEnumerable AsParallel AsQueryable AsSequential Average Cast Chunk
    Count CountBy DefaultIfEmpty Distinct DistinctBy ElementAt ElementAtOrDefault Except ExceptBy First FirstOrDefault
    ForAll GroupBy GroupJoin Intersect IntersectBy Last LastOrDefault LongCount MaxBy MinBy OfType Order OrderBy
    OrderByDescending OrderDescending Prepend Select SelectMany SequenceEqual Single SingleOrDefault Skip SkipLast
    SkipWhile Sum Take TakeLast TakeWhile ThenBy ThenByDescending ToArray ToDictionary ToHashSet ToList ToLookup
    TryGetNonEnumeratedCount Union UnionBy Where WithDegreeOfParallelism Zip`,
  'System.Net.Http.Json': 'GetFromJsonAsync PatchAsJsonAsync PostAsJsonAsync PutAsJsonAsync ReadFromJsonAsync',
  'System.Reflection': `GetCustomAttribute GetCustomAttributes GetMethodInfo GetRuntimeMethods GetRuntimeProperties
    GetTypeInfo IsDefined`,
  'System.Threading.Tasks': 'ConfigureAwait Unwrap',
  'System.Xml.Linq': 'Ancestors AncestorsAndSelf Descendants Elements InDocumentOrder',
  'Microsoft.AspNetCore.Builder': `MapControllers MapDelete MapGet MapGroup MapHub MapPost MapPut MapRazorPages
    UseAuthentication UseAuthorization UseCors UseDeveloperExceptionPage UseEndpoints UseExceptionHandler UseHsts
    UseHttpsRedirection UseMiddleware UseRouting UseSession UseStaticFiles UseSwagger UseSwaggerUI`,
  'Microsoft.AspNetCore.Http': 'ReadFromJsonAsync WriteAsJsonAsync WriteAsync',
  'Microsoft.EntityFrameworkCore': `AddDbContext AnyAsync AsNoTracking AsSplitQuery CountAsync ExecuteDeleteAsync
    ExecuteUpdateAsync FindAsync FirstAsync FirstOrDefaultAsync FromSqlInterpolated FromSqlRaw HasColumnName Include
    LoadAsync Migrate MigrateAsync SingleAsync SingleOrDefaultAsync SumAsync ThenInclude ToArrayAsync
    ToDictionaryAsync ToListAsync ToTable UseInMemoryDatabase UseNpgsql UseSqlServer UseSqlite`,
  'Microsoft.Extensions.Configuration': `AddEnvironmentVariables AddInMemoryCollection AddJsonFile Bind
    GetConnectionString GetValue`,
  'Microsoft.Extensions.DependencyInjection': `AddControllers AddDbContext AddHostedService AddHttpClient AddLogging
    AddMemoryCache AddOptions AddScoped AddSingleton AddTransient BuildServiceProvider Configure CreateScope
    GetRequiredService GetService GetServices TryAddScoped TryAddSingleton TryAddTransient`,
  'Microsoft.Extensions.Logging': `AddConsole AddDebug BeginScope LogCritical LogDebug LogError LogInformation
    LogTrace LogWarning`,
};
