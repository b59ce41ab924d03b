/**
 * The names that the headers of the C standard library and POSIX declare: header → names, separated by spaces. A name that ends
 * with `*` is a prefix (`PRI*`). A name that many headers declare is listed where code expects it: `size_t` in the headers whose
 * functions take it, `NULL` in <stddef.h> only.
 */
import type { WordTable } from '../word-lists';

export const cHeaders: WordTable = {
  'assert.h': 'assert static_assert',
  'complex.h': `complex I _Complex_I cabs carg cimag creal conj cproj cexp clog cpow csqrt csin ccos ctan casin cacos
    catan csinh ccosh ctanh`,
  'ctype.h': `isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower
    toupper isascii toascii`,
  'errno.h': `errno E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED
    ECHILD ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDESTADDRREQ EDOM EDQUOT EEXIST EFAULT EFBIG EHOSTUNREACH
    EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMLINK EMSGSIZE ENAMETOOLONG ENETDOWN
    ENETRESET ENETUNREACH ENFILE ENOBUFS ENODATA ENODEV ENOENT ENOEXEC ENOLCK ENOLINK ENOMEM ENOMSG ENOPROTOOPT ENOSPC
    ENOSR ENOSTR ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENXIO EOPNOTSUPP EOVERFLOW
    EOWNERDEAD EPERM EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EROFS ESPIPE ESRCH ESTALE ETIME ETIMEDOUT ETXTBSY
    EWOULDBLOCK EXDEV program_invocation_name program_invocation_short_name`,
  'fenv.h': `fenv_t fexcept_t feclearexcept fegetexceptflag feraiseexcept fesetexceptflag fetestexcept fegetround
    fesetround fegetenv feholdexcept fesetenv feupdateenv FE_*`,
  'float.h': 'FLT_* DBL_* LDBL_* DECIMAL_DIG',
  'inttypes.h': 'PRI* SCN* imaxabs imaxdiv imaxdiv_t strtoimax strtoumax wcstoimax wcstoumax',
  'iso646.h': 'and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq',
  'limits.h': `CHAR_BIT CHAR_MAX CHAR_MIN INT_MAX INT_MIN LLONG_MAX LLONG_MIN LONG_MAX LONG_MIN MB_LEN_MAX SCHAR_MAX
    SCHAR_MIN SHRT_MAX SHRT_MIN UCHAR_MAX UINT_MAX ULLONG_MAX ULONG_MAX USHRT_MAX SSIZE_MAX PATH_MAX NAME_MAX IOV_MAX
    PIPE_BUF ARG_MAX OPEN_MAX HOST_NAME_MAX LOGIN_NAME_MAX WORD_BIT LONG_BIT`,
  'locale.h': 'lconv setlocale localeconv newlocale freelocale uselocale duplocale locale_t LC_*',
  'math.h': `acos acosf acosl acosh acoshf asin asinf asinl asinh asinhf atan atan2 atan2f atan2l atanf atanl atanh
    atanhf cbrt cbrtf ceil ceilf ceill copysign copysignf cos cosf cosl cosh coshf erf erfc erff exp exp2 exp2f expf
    expl expm1 fabs fabsf fabsl fdim fdimf floor floorf floorl fma fmaf fmax fmaxf fmaxl fmin fminf fminl fmod fmodf
    fmodl fpclassify frexp frexpf frexpl hypot hypotf ilogb isfinite isgreater isgreaterequal isinf isless islessequal
    islessgreater isnan isnormal isunordered j0 j1 jn ldexp ldexpf ldexpl lgamma lgammaf llrint llround log log10
    log10f log10l log1p log1pf log2 log2f log2l logb logf logl lrint lrintf lround lroundf modf modff modfl nan nanf
    nearbyint nearbyintf nextafter nextafterf nexttoward pow powf powl remainder remquo rint rintf round roundf roundl
    scalbln scalbn signbit sin sinf sinl sinh sinhf sqrt sqrtf sqrtl tan tanf tanl tanh tanhf tgamma trunc truncf
    truncl y0 y1 yn float_t double_t signgam HUGE_VAL HUGE_VALF HUGE_VALL INFINITY NAN FP_* M_E M_LOG2E M_LOG10E M_LN2
    M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2`,
  'setjmp.h': 'jmp_buf sigjmp_buf setjmp longjmp sigsetjmp siglongjmp _setjmp _longjmp',
  'signal.h': `signal raise kill killpg sigaction sigaddset sigaltstack sigdelset sigemptyset sigfillset sigismember
    siginterrupt sigpending sigprocmask sigqueue sigsuspend sigtimedwait sigwait sigwaitinfo pthread_kill
    pthread_sigmask psignal psiginfo sig_atomic_t sigset_t siginfo_t sigval sigevent stack_t sighandler_t SIGABRT
    SIGALRM SIGBUS SIGCHLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGKILL SIGPIPE SIGPOLL SIGPROF SIGQUIT SIGRTMAX
    SIGRTMIN SIGSEGV SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH
    SIGXCPU SIGXFSZ SIG_BLOCK SIG_DFL SIG_ERR SIG_IGN SIG_SETMASK SIG_UNBLOCK SIGEV_* SA_* SS_* NSIG SIGSTKSZ
    MINSIGSTKSZ`,
  'stdalign.h': 'alignas alignof',
  'stdarg.h': 'va_list va_start va_arg va_end va_copy',
  'stdatomic.h': 'atomic_* memory_order memory_order_* ATOMIC_* kill_dependency',
  'stdbool.h': 'bool true false',
  'stddef.h': 'size_t ptrdiff_t max_align_t wchar_t nullptr_t NULL offsetof',
  'stdint.h': `int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t int_least8_t int_least16_t
    int_least32_t int_least64_t uint_least8_t uint_least16_t uint_least32_t uint_least64_t int_fast8_t int_fast16_t
    int_fast32_t int_fast64_t uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t intptr_t uintptr_t intmax_t
    uintmax_t INT8_MAX INT8_MIN INT16_MAX INT16_MIN INT32_MAX INT32_MIN INT64_MAX INT64_MIN UINT8_MAX UINT16_MAX
    UINT32_MAX UINT64_MAX INTPTR_MAX INTPTR_MIN UINTPTR_MAX INTMAX_MAX INTMAX_MIN UINTMAX_MAX PTRDIFF_MAX PTRDIFF_MIN
    SIZE_MAX INT8_C INT16_C INT32_C INT64_C UINT8_C UINT16_C UINT32_C UINT64_C INTMAX_C UINTMAX_C`,
  'stdio.h': `FILE fpos_t stdin stdout stderr EOF BUFSIZ FILENAME_MAX FOPEN_MAX L_tmpnam TMP_MAX SEEK_CUR SEEK_END
    SEEK_SET _IOFBF _IOLBF _IONBF P_tmpdir size_t asprintf clearerr ctermid dprintf fclose fdopen feof ferror fflush
    fgetc fgetpos fgets fileno flockfile fmemopen fopen fprintf fputc fputs fread freopen fscanf fseek fseeko fsetpos
    ftell ftello ftrylockfile funlockfile fwrite getc getc_unlocked getchar getdelim getline gets open_memstream
    pclose perror popen printf putc putc_unlocked putchar puts remove rename renameat rewind scanf setbuf setvbuf
    snprintf sprintf sscanf tempnam tmpfile tmpnam ungetc vasprintf vdprintf vfprintf vfscanf vprintf vscanf vsnprintf
    vsprintf vsscanf`,
  'stdlib.h': `abort abs aligned_alloc arc4random arc4random_uniform at_quick_exit atexit atof atoi atol atoll bsearch
    calloc clearenv div drand48 exit _Exit free getenv getloadavg getsubopt grantpt jrand48 labs ldiv llabs lldiv
    lrand48 malloc mblen mbstowcs mbtowc mkdtemp mkostemp mkstemp mkstemps mktemp mrand48 posix_memalign posix_openpt
    ptsname putenv qsort qsort_r quick_exit rand rand_r random realloc reallocarray realpath secure_getenv setenv
    srand srand48 srandom strtod strtof strtol strtold strtoll strtoul strtoull system unlockpt unsetenv wcstombs
    wctomb alloca size_t div_t ldiv_t lldiv_t EXIT_FAILURE EXIT_SUCCESS RAND_MAX MB_CUR_MAX`,
  'string.h': `memccpy memchr memcmp memcpy memmem memmove mempcpy memrchr memset explicit_bzero stpcpy stpncpy
    strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup strdupa strerror strerror_r strlcat
    strlcpy strlen strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep strsignal strspn strstr strtok
    strtok_r strverscmp strxfrm size_t`,
  'strings.h': 'bcmp bcopy bzero ffs index rindex strcasecmp strncasecmp',
  'tgmath.h': '',
  'threads.h': 'thrd_* mtx_* cnd_* tss_* once_flag call_once thread_local ONCE_FLAG_INIT',
  'time.h': `asctime asctime_r clock clock_getres clock_gettime clock_nanosleep clock_settime ctime ctime_r difftime
    getdate gmtime gmtime_r localtime localtime_r mktime nanosleep strftime strptime time timegm timer_create
    timer_delete timer_gettime timer_settime timespec_get tzset clock_t time_t timer_t clockid_t tm timespec
    itimerspec tzname timezone daylight CLOCKS_PER_SEC CLOCK_* TIMER_ABSTIME TIME_UTC`,
  'uchar.h': 'char16_t char32_t c16rtomb c32rtomb mbrtoc16 mbrtoc32',
  'wchar.h': `btowc fgetwc fgetws fputwc fputws fwide fwprintf fwscanf getwc getwchar mbrlen mbrtowc mbsinit
    mbsnrtowcs mbsrtowcs putwc putwchar swprintf swscanf ungetwc vfwprintf vswprintf vwprintf wcpcpy wcrtomb
    wcscasecmp wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsdup wcsftime wcslen wcsncat wcsncmp wcsncpy wcsnlen
    wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstok wcstol wcstoll wcstoul wcstoull wcswidth wcsxfrm
    wctob wcwidth wmemchr wmemcmp wmemcpy wmemmove wmemset wprintf wscanf mbstate_t wint_t wchar_t WCHAR_MAX WCHAR_MIN
    WEOF`,
  'wctype.h': `iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace
    iswupper iswxdigit towctrans towlower towupper wctrans wctype wctrans_t wctype_t`,

  // POSIX and common system extensions.
  'arpa/inet.h': `inet_addr inet_aton inet_lnaof inet_makeaddr inet_netof inet_network inet_ntoa inet_ntop inet_pton
    htonl htons ntohl ntohs`,
  'dirent.h': `DIR dirent opendir fdopendir readdir readdir_r closedir rewinddir seekdir telldir dirfd scandir
    alphasort versionsort DT_*`,
  'dlfcn.h': 'dlopen dlclose dlsym dlvsym dlerror dladdr Dl_info RTLD_*',
  'err.h': 'err errx verr verrx warn warnx vwarn vwarnx',
  'execinfo.h': 'backtrace backtrace_symbols backtrace_symbols_fd',
  'fcntl.h': `open openat creat fcntl flock posix_fadvise posix_fallocate fallocate readahead splice tee vmsplice
    sync_file_range O_* F_DUPFD F_DUPFD_CLOEXEC F_GETFD F_SETFD F_GETFL F_SETFL F_GETLK F_SETLK F_SETLKW F_GETOWN
    F_SETOWN F_RDLCK F_UNLCK F_WRLCK F_GETPIPE_SZ F_SETPIPE_SZ F_ADD_SEALS FD_CLOEXEC AT_* POSIX_FADV_*`,
  'fnmatch.h': 'fnmatch FNM_*',
  'fts.h': 'fts_open fts_read fts_children fts_set fts_close FTS FTSENT FTS_*',
  'ftw.h': 'ftw nftw FTW FTW_*',
  'getopt.h': `getopt getopt_long getopt_long_only option optarg optind opterr optopt no_argument required_argument
    optional_argument`,
  'glob.h': 'glob globfree glob_t GLOB_*',
  'grp.h': 'getgrent getgrgid getgrgid_r getgrnam getgrnam_r getgrouplist initgroups setgroups setgrent endgrent group',
  'iconv.h': 'iconv iconv_open iconv_close iconv_t',
  'ifaddrs.h': 'ifaddrs getifaddrs freeifaddrs',
  'langinfo.h': 'nl_langinfo nl_langinfo_l CODESET RADIXCHAR THOUSEP D_T_FMT D_FMT T_FMT',
  'libgen.h': 'basename dirname',
  'malloc.h': `mallinfo mallopt malloc_trim malloc_usable_size memalign pvalloc valloc alloca malloc calloc realloc
    free`,
  'net/if.h': 'if_nametoindex if_indextoname if_nameindex if_freenameindex ifreq ifconf IFF_* IFNAMSIZ IF_NAMESIZE',
  'netdb.h': `getaddrinfo freeaddrinfo gai_strerror getnameinfo gethostbyname gethostbyaddr getservbyname
    getservbyport getprotobyname getprotobynumber hostent servent protoent addrinfo h_errno hstrerror herror AI_* NI_*
    EAI_* NETDB_* HOST_NOT_FOUND TRY_AGAIN NO_DATA NO_RECOVERY`,
  'netinet/in.h': `sockaddr_in sockaddr_in6 in_addr in6_addr in_addr_t in_port_t ip_mreq ipv6_mreq in6addr_any
    in6addr_loopback htonl htons ntohl ntohs INADDR_* IN6ADDR_* IN6_IS_ADDR_* INET_ADDRSTRLEN INET6_ADDRSTRLEN
    IPPROTO_* IP_ADD_MEMBERSHIP IP_DROP_MEMBERSHIP IP_MULTICAST_IF IP_MULTICAST_LOOP IP_MULTICAST_TTL IP_TOS IP_TTL
    IP_HDRINCL IPV6_* IN_MULTICAST IPPORT_*`,
  'netinet/tcp.h': 'TCP_* tcphdr tcp_info',
  'poll.h': `poll ppoll pollfd nfds_t POLLIN POLLOUT POLLERR POLLHUP POLLNVAL POLLPRI POLLRDNORM POLLWRNORM POLLRDHUP
    POLLRDBAND`,
  'pthread.h': 'pthread_* PTHREAD_*',
  'pty.h': 'openpty forkpty',
  'pwd.h': 'getpwent getpwnam getpwnam_r getpwuid getpwuid_r setpwent endpwent passwd',
  'regex.h': 'regcomp regexec regerror regfree regex_t regmatch_t regoff_t REG_*',
  'sched.h': 'sched_* SCHED_* CPU_* cpu_set_t clone unshare setns CLONE_*',
  'search.h': 'hcreate hdestroy hsearch tsearch tfind tdelete twalk lfind lsearch insque remque ENTRY ACTION VISIT',
  'semaphore.h': 'sem_* sem_t SEM_FAILED',
  'spawn.h': 'posix_spawn posix_spawnp posix_spawn_* posix_spawnattr_* POSIX_SPAWN_*',
  'sys/epoll.h': 'epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_event epoll_data_t EPOLL*',
  'sys/event.h': 'kqueue kevent EV_SET EV_* EVFILT_* NOTE_*',
  'sys/eventfd.h': 'eventfd eventfd_read eventfd_write eventfd_t EFD_*',
  'sys/file.h': 'flock LOCK_SH LOCK_EX LOCK_NB LOCK_UN',
  'sys/inotify.h': `inotify_* IN_ACCESS IN_ATTRIB IN_CLOSE* IN_CREATE IN_DELETE* IN_MODIFY IN_MOVE* IN_OPEN
    IN_ALL_EVENTS IN_ISDIR`,
  'sys/ioctl.h': 'ioctl winsize TIOC* FIONREAD FIONBIO FIOCLEX SIOC* _IO _IOR _IOW _IOWR',
  'sys/ipc.h': 'ftok key_t IPC_*',
  'sys/mman.h': `mmap munmap mprotect msync mlock munlock mlockall munlockall madvise mincore mremap memfd_create
    shm_open shm_unlink posix_madvise PROT_* MAP_* MS_* MADV_* MCL_* MFD_*`,
  'sys/mount.h': 'mount umount umount2 MS_* MNT_*',
  'sys/param.h': 'MAXPATHLEN MAXHOSTNAMELEN MIN MAX howmany roundup powerof2 NBBY',
  'sys/prctl.h': 'prctl PR_*',
  'sys/ptrace.h': 'ptrace PTRACE_* PT_*',
  'sys/random.h': 'getrandom getentropy GRND_*',
  'sys/resource.h': `getrlimit setrlimit prlimit getrusage getpriority setpriority rlimit rusage rlim_t RLIMIT_*
    RLIM_* RUSAGE_* PRIO_*`,
  'sys/select.h': 'select pselect fd_set FD_SET FD_CLR FD_ISSET FD_ZERO FD_SETSIZE',
  'sys/sendfile.h': 'sendfile',
  'sys/shm.h': 'shmget shmat shmdt shmctl shmid_ds SHM_*',
  'sys/signalfd.h': 'signalfd signalfd_siginfo SFD_*',
  'sys/socket.h': `socket socketpair bind listen accept accept4 connect shutdown send sendto sendmsg sendmmsg recv
    recvfrom recvmsg recvmmsg getsockname getpeername getsockopt setsockopt sockatmark sockaddr sockaddr_storage
    socklen_t sa_family_t msghdr cmsghdr linger AF_* PF_* SOCK_* SOL_SOCKET SO_* SOMAXCONN SHUT_* MSG_* CMSG_* SCM_*`,
  'sys/stat.h': `stat fstat lstat fstatat chmod fchmod fchmodat mkdir mkdirat mkfifo mkfifoat mknod mknodat umask
    utimensat futimens statx S_I* UTIME_*`,
  'sys/statvfs.h': 'statvfs fstatvfs ST_*',
  'sys/syscall.h': 'syscall SYS_* __NR_*',
  'sys/sysctl.h': 'sysctl sysctlbyname CTL_* KERN_* HW_*',
  'sys/sysinfo.h': 'sysinfo get_nprocs get_nprocs_conf',
  'sys/sysmacros.h': 'major minor makedev',
  'sys/time.h': `gettimeofday settimeofday getitimer setitimer adjtime utimes futimes lutimes timeval itimerval
    timezone timeradd timersub timerclear timerisset timercmp ITIMER_*`,
  'sys/timerfd.h': 'timerfd_create timerfd_settime timerfd_gettime TFD_*',
  'sys/times.h': 'times tms',
  'sys/types.h': `ssize_t off_t off64_t loff_t pid_t uid_t gid_t mode_t dev_t ino_t nlink_t blkcnt_t blksize_t id_t
    key_t suseconds_t useconds_t fsblkcnt_t fsfilcnt_t caddr_t daddr_t u_char u_short u_int u_long u_int8_t u_int16_t
    u_int32_t u_int64_t quad_t u_quad_t uint ushort ulong`,
  'sys/uio.h': 'readv writev preadv pwritev process_vm_readv process_vm_writev iovec UIO_MAXIOV',
  'sys/un.h': 'sockaddr_un SUN_LEN',
  'sys/utsname.h': 'uname utsname',
  'sys/wait.h': `wait wait3 wait4 waitid waitpid WIFEXITED WEXITSTATUS WIFSIGNALED WTERMSIG WIFSTOPPED WSTOPSIG
    WIFCONTINUED WCOREDUMP WNOHANG WUNTRACED WCONTINUED WEXITED WNOWAIT WSTOPPED P_ALL P_PID P_PGID idtype_t`,
  'sys/xattr.h': `getxattr lgetxattr fgetxattr setxattr lsetxattr fsetxattr listxattr llistxattr flistxattr
    removexattr XATTR_*`,
  'sysexits.h': 'EX_*',
  'syslog.h': 'syslog vsyslog openlog closelog setlogmask LOG_*',
  'termios.h': `termios tcgetattr tcsetattr tcdrain tcflow tcflush tcsendbreak cfgetispeed cfgetospeed cfsetispeed
    cfsetospeed cfmakeraw cfsetspeed tcflag_t speed_t cc_t TCSANOW TCSADRAIN TCSAFLUSH ECHO ECHOE ECHOK ECHONL ICANON
    ISIG IEXTEN IXON IXOFF ICRNL INLCR IGNCR ISTRIP INPCK BRKINT IGNBRK PARMRK OPOST ONLCR CS5 CS6 CS7 CS8 CSIZE
    CSTOPB CREAD PARENB PARODD CLOCAL HUPCL CRTSCTS VMIN VTIME VINTR VEOF VERASE VKILL VQUIT VSUSP VSTART VSTOP NCCS
    TCIFLUSH TCOFLUSH TCIOFLUSH B9600 B19200 B38400 B57600 B115200`,
  'ucontext.h': 'getcontext setcontext makecontext swapcontext ucontext_t mcontext_t',
  'unistd.h': `access acct alarm brk chdir chown chroot close confstr crypt ctermid cuserid daemon dup dup2 dup3
    eaccess encrypt endusershell environ euidaccess execl execle execlp execv execve execveat execvp execvpe _exit
    faccessat fchdir fchown fchownat fdatasync fexecve fork fpathconf fsync ftruncate getcwd getdomainname
    getdtablesize getegid geteuid getgid getgroups gethostid gethostname getlogin getlogin_r getopt getpagesize
    getpass getpgid getpgrp getpid getppid getresgid getresuid getsid gettid getuid getusershell getwd isatty lchown
    link linkat lockf lseek lseek64 nice optarg opterr optind optopt pathconf pause pipe pipe2 pread pread64 pwrite
    pwrite64 read readlink readlinkat rmdir sbrk setegid seteuid setgid sethostname setpgid setpgrp setregid setresgid
    setresuid setreuid setsid setuid setusershell sleep swab symlink symlinkat sync syncfs syscall sysconf tcgetpgrp
    tcsetpgrp truncate ttyname ttyname_r ualarm unlink unlinkat usleep vfork write R_OK W_OK X_OK F_OK STDIN_FILENO
    STDOUT_FILENO STDERR_FILENO _SC_* _PC_* _CS_* F_LOCK F_TEST F_TLOCK F_ULOCK ssize_t`,
  'utime.h': 'utime utimbuf',
  'utmp.h': 'utmp getutent getutid getutline pututline setutent endutent login logout',
  'wordexp.h': 'wordexp wordfree wordexp_t WRDE_*',
  'byteswap.h': 'bswap_16 bswap_32 bswap_64',
  'endian.h': `htobe16 htobe32 htobe64 htole16 htole32 htole64 be16toh be32toh be64toh le16toh le32toh le64toh
    BYTE_ORDER LITTLE_ENDIAN BIG_ENDIAN __BYTE_ORDER __LITTLE_ENDIAN __BIG_ENDIAN`,
};
