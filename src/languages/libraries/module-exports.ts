/**
 * What imports that list no names bring into a file, in languages with modules that are often imported this way: their names by module.
 */
import { type WordTable, wordLists } from '../word-lists';

/** The names that well-known Elixir modules bring into a file that imports them without `only:`. */
const elixirModules: WordTable = {
  Bitwise: 'band bor bnot bsl bsr bxor',
  'Ecto.Changeset': `add_error apply_action apply_changes assoc_constraint cast cast_assoc cast_embed change
    check_constraint delete_change fetch_change fetch_field foreign_key_constraint get_change get_field
    no_assoc_constraint optimistic_lock prepare_changes put_assoc put_change put_embed traverse_errors
    unique_constraint unsafe_validate_unique update_change validate_acceptance validate_change validate_confirmation
    validate_exclusion validate_format validate_inclusion validate_length validate_number validate_required
    validate_subset`,
  'Ecto.Query': `distinct dynamic exclude first from group_by having join last limit lock offset or_where order_by
    preload reverse_order select select_merge subquery union union_all update where`,
  'Phoenix.Controller': `action_name assign clear_flash controller_module get_flash html json put_flash put_layout
    put_root_layout put_view redirect render send_download text view_module`,
  'Plug.Conn': `assign configure_session delete_session fetch_cookies fetch_query_params fetch_session get_req_header
    get_resp_header get_session halt merge_assigns put_private put_req_header put_resp_content_type put_resp_cookie
    put_resp_header put_session put_status read_body register_before_send resp send_chunked send_file send_resp`,
};
export const elixirExports = wordLists(elixirModules, (names): readonly string[] => names);

/** The names that well-known Haskell modules bring into a file that imports them without a list, except those in the Prelude. */
const haskellModules: WordTable = {
  'Control.Applicative': 'Alternative Const ZipList empty liftA liftA2 liftA3 many optional some',
  'Control.Concurrent': `MVar ThreadId forkIO killThread myThreadId newEmptyMVar newMVar putMVar readMVar takeMVar
    threadDelay`,
  'Control.Exception': `Exception IOException SomeException bracket bracket_ catch evaluate finally handle onException
    throw throwIO try`,
  'Control.Monad': `MonadPlus ap filterM foldM foldM_ forM forM_ forever guard join liftM liftM2 mapAndUnzipM mplus
    msum mzero replicateM replicateM_ unless void when zipWithM zipWithM_`,
  'Control.Monad.IO.Class': 'MonadIO liftIO',
  'Control.Monad.Reader': 'MonadReader Reader ReaderT ask asks lift liftIO local runReader runReaderT',
  'Control.Monad.State': `MonadState State StateT evalState evalStateT execState execStateT get gets lift liftIO
    modify put runState runStateT when unless forM_`,
  'Data.Bits': 'Bits FiniteBits complement popCount rotate shift shiftL shiftR testBit xor',
  'Data.ByteString': 'ByteString',
  'Data.Char': `chr digitToInt intToDigit isAlpha isAlphaNum isDigit isHexDigit isLetter isLower isPunctuation isSpace
    isUpper ord toLower toUpper`,
  'Data.Either': 'either fromLeft fromRight isLeft isRight lefts partitionEithers rights',
  'Data.Foldable': 'Foldable asum fold foldl foldrM foldlM forM_ for_ toList traverse_ sequenceA_',
  'Data.Function': 'fix on',
  'Data.Functor': 'void',
  'Data.IORef': "IORef atomicModifyIORef modifyIORef modifyIORef' newIORef readIORef writeIORef",
  'Data.Int': 'Int16 Int32 Int64 Int8',
  'Data.List': `delete elemIndex find findIndex foldl' foldl1 genericLength group groupBy inits insert insertBy
    intercalate intersect intersperse isInfixOf isPrefixOf isSuffixOf maximumBy minimumBy nub nubBy partition
    permutations sort sortBy sortOn stripPrefix subsequences tails transpose unfoldr union zip4`,
  'Data.Map': 'Map',
  'Data.Maybe': 'catMaybes fromJust fromMaybe isJust isNothing listToMaybe mapMaybe maybeToList',
  'Data.Monoid': 'All Any First Last Product Sum getAll getAny getProduct getSum',
  'Data.Ord': 'Down comparing',
  'Data.Proxy': 'Proxy',
  'Data.Ratio': 'Ratio denominator numerator',
  'Data.Set': 'Set',
  'Data.Text': 'Text',
  'Data.Traversable': 'Traversable for forM mapAccumL mapAccumR',
  'Data.Typeable': 'Proxy Typeable cast typeOf typeRep',
  'Data.Void': 'Void absurd vacuous',
  'Data.Word': 'Word16 Word32 Word64 Word8',
  'Debug.Trace': 'trace traceM traceShow traceShowId',
  'GHC.Generics': 'Generic Generic1 K1 M1 Rep U1 from to',
  'System.Environment': 'getArgs getEnv getProgName lookupEnv',
  'System.Exit': 'ExitCode ExitFailure ExitSuccess exitFailure exitSuccess exitWith',
  'System.IO': `Handle IOMode hClose hFlush hGetContents hGetLine hPutStr hPutStrLn hSetBuffering openFile stderr
    stdin stdout withFile`,
  'Test.Hspec': 'Spec context describe hspec it shouldBe shouldReturn shouldSatisfy shouldThrow',
  'Text.Printf': 'hPrintf printf',
  'Text.Read': 'readEither readMaybe',
};
export const haskellExports = wordLists(haskellModules, (names): readonly string[] => names);

/** The names that well-known Perl modules export to a file that uses them without an import list: their `@EXPORT`. */
const perlModules: WordTable = {
  Carp: 'carp croak confess',
  Cwd: 'cwd getcwd fastcwd fastgetcwd',
  'Data::Dumper': 'Dumper',
  Encode: 'encode decode encode_utf8 decode_utf8 find_encoding is_utf8',
  English: '',
  'File::Basename': 'basename dirname fileparse fileparse_set_fstype',
  'File::Compare': 'compare',
  'File::Copy': 'copy move cp mv',
  'File::Find': 'find finddepth',
  'File::Path': 'mkpath rmtree make_path remove_tree',
  'File::Spec::Functions': `canonpath curdir rootdir updir no_upwards file_name_is_absolute path catdir catfile
    splitpath`,
  'File::Temp': 'tempfile tempdir mktemp',
  'Getopt::Long': 'GetOptions',
  'Getopt::Std': 'getopt getopts',
  'IO::Socket::INET': '',
  'IPC::Open2': 'open2',
  'IPC::Open3': 'open3',
  JSON: 'to_json from_json encode_json decode_json',
  'JSON::PP': 'encode_json decode_json to_json from_json',
  'JSON::XS': 'encode_json decode_json',
  'LWP::Simple': 'get head getprint getstore mirror is_success is_error',
  'MIME::Base64': 'encode_base64 decode_base64',
  'Mojo::Base': 'has with',
  'Mojolicious::Lite': 'app get post put patch del any group helper hook plugin under websocket',
  Moo: 'has extends with before after around',
  'Moo::Role': 'has requires with before after around',
  Moose: 'has extends with before after around override augment super inner blessed confess',
  'Moose::Role': 'has requires excludes with before after around override blessed confess',
  POSIX: `ceil floor fmod strftime mktime setlocale setsid isatty dup2 strtol strtod EINTR EAGAIN EEXIST ENOENT
    EWOULDBLOCK WNOHANG LC_ALL LC_CTYPE LC_MESSAGES INT_MAX DBL_MAX WIFEXITED WEXITSTATUS WIFSIGNALED WTERMSIG`,
  Socket: 'inet_aton inet_ntoa sockaddr_in pack_sockaddr_in AF_INET PF_INET SOCK_STREAM INADDR_ANY',
  Storable: 'store retrieve nstore store_fd fd_retrieve',
  Symbol: 'gensym ungensym qualify qualify_to_ref',
  'Sys::Hostname': 'hostname',
  'Test::Exception': 'throws_ok dies_ok lives_ok lives_and',
  'Test::Fatal': 'exception',
  'Test::More': `ok use_ok require_ok is isnt like unlike is_deeply cmp_ok skip todo todo_skip pass fail eq_array
    eq_hash eq_set plan done_testing can_ok isa_ok new_ok diag note explain subtest BAIL_OUT`,
  'Test::Warn': 'warning_is warnings_are warning_like warnings_like',
  'Text::Abbrev': 'abbrev',
  'Text::ParseWords': 'shellwords quotewords nested_quotewords parse_line',
  'Text::Tabs': 'expand unexpand',
  'Text::Wrap': 'wrap fill',
  'Time::Local': 'timelocal timegm',
  'Try::Tiny': 'try catch finally',
};
export const perlExports = wordLists(perlModules, (names): readonly string[] => names);

/**
 * What Ruby's `require` brings in when the path does not spell it (`json` spells `JSON`, `optparse` does not spell
 * `OptionParser`): the top-level constants of the standard library and of well-known gems.
 */
const rubyPaths: WordTable = {
  action_controller: 'ActionController',
  action_mailer: 'ActionMailer',
  active_job: 'ActiveJob',
  active_model: 'ActiveModel',
  active_record: 'ActiveRecord',
  active_support: 'ActiveSupport',
  'active_support/all': 'ActiveSupport',
  'aws-sdk': 'Aws',
  'aws-sdk-s3': 'Aws',
  'bigdecimal/util': 'BigDecimal',
  'bundler/setup': '',
  byebug: 'byebug',
  'cgi/util': 'CGI',
  'concurrent-ruby': 'Concurrent',
  date: 'Date DateTime',
  debug: '',
  delegate: 'SimpleDelegator DelegateClass Delegator',
  digest: 'Digest',
  'digest/md5': 'Digest',
  'digest/sha1': 'Digest',
  'digest/sha2': 'Digest',
  English: '',
  enumerator: 'Enumerator',
  fiber: 'Fiber',
  forwardable: 'Forwardable SingleForwardable',
  'io/console': 'IO',
  'io/wait': 'IO',
  irb: 'IRB',
  matrix: 'Matrix Vector',
  'minitest/autorun': 'Minitest MiniTest',
  monitor: 'Monitor MonitorMixin',
  'net/ftp': 'Net',
  'net/http': 'Net',
  'net/https': 'Net',
  'net/imap': 'Net',
  'net/protocol': 'Net',
  'net/smtp': 'Net',
  objspace: 'ObjectSpace',
  observer: 'Observable',
  'open-uri': 'URI',
  openssl: 'OpenSSL',
  optparse: 'OptionParser OptParse',
  ostruct: 'OpenStruct',
  pp: 'pp',
  prime: 'Prime',
  pry: 'Pry binding',
  'rails/all': 'Rails',
  'rails/test_help': '',
  'rdoc/task': 'RDoc RDocTask',
  'rexml/document': 'REXML',
  'rspec/core/rake_task': 'RSpec',
  rubygems: 'Gem',
  'ruby-progressbar': 'ProgressBar',
  securerandom: 'SecureRandom',
  set: 'Set SortedSet',
  shellwords: 'Shellwords',
  socket: 'Socket BasicSocket IPSocket TCPSocket TCPServer UDPSocket UNIXSocket UNIXServer Addrinfo SocketError',
  strscan: 'StringScanner',
  'test/unit': 'Test',
  thread: 'Thread Mutex Queue SizedQueue ConditionVariable',
  thwait: 'ThreadsWait',
  tmpdir: 'Dir',
  uri: 'URI',
  'webmock/rspec': 'WebMock',
  yaml: 'YAML Psych',
};
export const rubyLibraries = wordLists(rubyPaths, (names): readonly string[] => names);
