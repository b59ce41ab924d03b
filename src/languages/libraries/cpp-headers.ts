/**
 * The names that the C++ standard library's headers declare in namespace std: header → names, in the format of `c-headers.ts`.
 * The headers that C++ inherits from C (`<cstdio>`) are not repeated here: see `cpp.ts`.
 */
import type { WordTable } from '../word-lists';

export const cppHeaders: WordTable = {
  algorithm: `adjacent_find all_of any_of binary_search clamp copy copy_backward copy_if copy_n count count_if equal
    equal_range fill fill_n find find_end find_first_of find_if find_if_not for_each for_each_n generate generate_n
    includes inplace_merge is_heap is_heap_until is_partitioned is_permutation is_sorted is_sorted_until iter_swap
    lexicographical_compare lower_bound make_heap max max_element merge min min_element minmax minmax_element mismatch
    move_backward next_permutation none_of nth_element partial_sort partial_sort_copy partition partition_copy
    partition_point pop_heap prev_permutation push_heap remove remove_copy remove_copy_if remove_if replace
    replace_copy replace_copy_if replace_if reverse reverse_copy rotate rotate_copy sample search search_n
    set_difference set_intersection set_symmetric_difference set_union shift_left shift_right shuffle sort sort_heap
    stable_partition stable_sort swap_ranges transform unique unique_copy upper_bound ranges`,
  any: 'any any_cast make_any bad_any_cast',
  array: 'array to_array',
  atomic: `atomic atomic_flag atomic_ref atomic_bool atomic_int atomic_uint atomic_long atomic_size_t atomic_uint32_t
    atomic_uint64_t atomic_int32_t atomic_int64_t memory_order memory_order_relaxed memory_order_consume
    memory_order_acquire memory_order_release memory_order_acq_rel memory_order_seq_cst atomic_thread_fence
    atomic_signal_fence atomic_load atomic_store atomic_exchange`,
  barrier: 'barrier',
  bit: `bit_cast bit_ceil bit_floor bit_width byteswap countl_one countl_zero countr_one countr_zero endian
    has_single_bit popcount rotl rotr`,
  bitset: 'bitset',
  charconv: 'to_chars from_chars to_chars_result from_chars_result chars_format',
  chrono: 'chrono chrono_literals literals',
  codecvt: 'codecvt_utf8 codecvt_utf16 codecvt_utf8_utf16',
  compare: `strong_ordering weak_ordering partial_ordering three_way_comparable compare_three_way
    common_comparison_category is_eq is_lt is_gt`,
  complex: 'complex abs arg conj imag norm polar proj real',
  concepts: `same_as derived_from convertible_to common_reference_with common_with integral signed_integral
    unsigned_integral floating_point assignable_from swappable destructible constructible_from default_initializable
    move_constructible copy_constructible equality_comparable totally_ordered movable copyable semiregular regular
    invocable regular_invocable predicate relation`,
  condition_variable: 'condition_variable condition_variable_any cv_status notify_all_at_thread_exit',
  coroutine: 'coroutine_handle coroutine_traits noop_coroutine suspend_always suspend_never',
  deque: 'deque',
  exception: `exception bad_exception exception_ptr current_exception rethrow_exception make_exception_ptr
    nested_exception throw_with_nested rethrow_if_nested terminate set_terminate get_terminate terminate_handler
    uncaught_exception uncaught_exceptions`,
  execution: 'execution is_execution_policy',
  expected: 'expected unexpected bad_expected_access unexpect',
  filesystem: 'filesystem',
  format: `format format_to format_to_n formatted_size formatter vformat vformat_to make_format_args format_error
    format_string`,
  forward_list: 'forward_list',
  fstream: 'fstream ifstream ofstream filebuf wfstream wifstream wofstream',
  functional: `function bind bind_front bind_back placeholders ref cref reference_wrapper mem_fn not_fn invoke
    invoke_r hash plus minus multiplies divides modulus negate equal_to not_equal_to greater less greater_equal
    less_equal logical_and logical_or logical_not bit_and bit_or bit_xor bit_not bad_function_call unary_function
    binary_function move_only_function identity boyer_moore_searcher`,
  future: `future shared_future promise async packaged_task launch future_status future_error future_errc
    future_category`,
  generator: 'generator',
  initializer_list: 'initializer_list',
  iomanip: 'setw setfill setprecision setbase setiosflags resetiosflags put_time get_time put_money get_money quoted',
  ios: `ios ios_base fixed scientific hexfloat defaultfloat boolalpha noboolalpha dec hex oct left right internal
    showbase noshowbase showpoint noshowpoint showpos noshowpos skipws noskipws uppercase nouppercase unitbuf
    nounitbuf streamsize streamoff streampos`,
  iosfwd: 'istream ostream iostream stringstream istringstream ostringstream ifstream ofstream fstream streambuf ios',
  iostream: `cin cout cerr clog wcin wcout wcerr wclog endl ends flush istream ostream iostream ios ios_base fixed
    scientific boolalpha hex dec oct left right streamsize streambuf ws`,
  istream: 'istream iostream ws basic_istream wistream',
  iterator: `advance distance next prev begin end cbegin cend rbegin rend crbegin crend back_inserter front_inserter
    inserter back_insert_iterator front_insert_iterator insert_iterator istream_iterator ostream_iterator
    istreambuf_iterator ostreambuf_iterator iterator iterator_traits make_move_iterator move_iterator
    make_reverse_iterator reverse_iterator input_iterator_tag output_iterator_tag forward_iterator_tag
    bidirectional_iterator_tag random_access_iterator_tag size ssize empty data input_iterator forward_iterator
    random_access_iterator contiguous_iterator sentinel_for iter_value_t iter_reference_t default_sentinel
    default_sentinel_t`,
  latch: 'latch',
  limits: 'numeric_limits float_round_style float_denorm_style',
  list: 'list',
  locale: `locale use_facet has_facet ctype codecvt numpunct moneypunct time_put time_get wstring_convert isspace
    isalpha toupper tolower`,
  map: 'map multimap',
  mdspan: 'mdspan extents dextents layout_right layout_left layout_stride',
  memory: `unique_ptr shared_ptr weak_ptr make_unique make_shared make_unique_for_overwrite allocate_shared
    enable_shared_from_this default_delete allocator allocator_traits allocator_arg addressof to_address
    pointer_traits owner_less auto_ptr static_pointer_cast dynamic_pointer_cast const_pointer_cast
    reinterpret_pointer_cast uninitialized_copy uninitialized_copy_n uninitialized_fill uninitialized_fill_n
    uninitialized_move uninitialized_default_construct uninitialized_value_construct construct_at destroy_at destroy
    destroy_n align assume_aligned bad_weak_ptr raw_storage_iterator uses_allocator atomic_load atomic_store`,
  memory_resource: 'pmr',
  mutex: `mutex recursive_mutex timed_mutex recursive_timed_mutex lock_guard unique_lock scoped_lock lock try_lock
    once_flag call_once adopt_lock defer_lock try_to_lock adopt_lock_t defer_lock_t try_to_lock_t`,
  new: `bad_alloc bad_array_new_length nothrow nothrow_t align_val_t set_new_handler get_new_handler new_handler
    launder hardware_destructive_interference_size hardware_constructive_interference_size destroying_delete`,
  numbers: 'numbers',
  numeric: `accumulate adjacent_difference exclusive_scan inclusive_scan inner_product iota partial_sum reduce
    transform_exclusive_scan transform_inclusive_scan transform_reduce gcd lcm midpoint`,
  optional: 'optional nullopt nullopt_t make_optional bad_optional_access in_place',
  ostream: 'ostream endl ends flush basic_ostream wostream',
  print: 'print println vprint_unicode vprint_nonunicode',
  queue: 'queue priority_queue',
  random: `random_device mt19937 mt19937_64 minstd_rand minstd_rand0 default_random_engine linear_congruential_engine
    mersenne_twister_engine seed_seq uniform_int_distribution uniform_real_distribution normal_distribution
    bernoulli_distribution binomial_distribution discrete_distribution exponential_distribution gamma_distribution
    geometric_distribution lognormal_distribution poisson_distribution piecewise_constant_distribution
    generate_canonical`,
  ranges: 'ranges views',
  ratio: 'ratio ratio_add ratio_multiply ratio_divide micro milli nano kilo mega giga',
  regex: `regex wregex basic_regex smatch cmatch wsmatch match_results sub_match ssub_match csub_match regex_match
    regex_search regex_replace regex_iterator sregex_iterator cregex_iterator sregex_token_iterator
    regex_token_iterator regex_error regex_constants`,
  scoped_allocator: 'scoped_allocator_adaptor',
  semaphore: 'counting_semaphore binary_semaphore',
  set: 'set multiset',
  shared_mutex: 'shared_mutex shared_timed_mutex shared_lock',
  source_location: 'source_location',
  span: 'span dynamic_extent as_bytes as_writable_bytes',
  sstream: `stringstream istringstream ostringstream stringbuf wstringstream wistringstream wostringstream
    basic_stringstream basic_ostringstream basic_istringstream`,
  stack: 'stack',
  stacktrace: 'stacktrace stacktrace_entry',
  stdexcept: `runtime_error logic_error invalid_argument out_of_range length_error domain_error range_error
    overflow_error underflow_error`,
  stop_token: 'stop_token stop_source stop_callback nostopstate',
  streambuf: 'streambuf basic_streambuf wstreambuf',
  string: `string wstring u8string u16string u32string basic_string char_traits to_string to_wstring stoi stol stoll
    stoul stoull stof stod stold getline string_literals literals`,
  string_view: `string_view wstring_view u8string_view u16string_view u32string_view basic_string_view
    string_view_literals`,
  syncstream: 'osyncstream basic_osyncstream syncbuf',
  system_error: `system_error error_code error_condition error_category errc generic_category system_category
    make_error_code make_error_condition is_error_code_enum is_error_condition_enum`,
  thread: 'thread jthread this_thread',
  tuple: `tuple make_tuple tie forward_as_tuple tuple_cat get tuple_size tuple_size_v tuple_element tuple_element_t
    apply make_from_tuple ignore`,
  type_traits: `integral_constant bool_constant true_type false_type conjunction conjunction_v disjunction
    disjunction_v negation negation_v is_* has_* add_* remove_* make_signed make_signed_t make_unsigned
    make_unsigned_t enable_if enable_if_t conditional conditional_t decay decay_t common_type common_type_t
    common_reference common_reference_t underlying_type underlying_type_t invoke_result invoke_result_t result_of
    result_of_t void_t type_identity type_identity_t aligned_storage aligned_storage_t aligned_union alignment_of
    alignment_of_v rank extent extent_v unwrap_reference`,
  typeindex: 'type_index',
  typeinfo: 'type_info bad_cast bad_typeid',
  unordered_map: 'unordered_map unordered_multimap',
  unordered_set: 'unordered_set unordered_multiset',
  utility: `move forward forward_like swap exchange pair make_pair declval as_const move_if_noexcept index_sequence
    index_sequence_for integer_sequence make_index_sequence make_integer_sequence piecewise_construct
    piecewise_construct_t in_place in_place_t in_place_type in_place_index cmp_equal cmp_less cmp_greater in_range
    to_underlying unreachable get rel_ops initializer_list`,
  valarray: 'valarray slice gslice slice_array mask_array indirect_array',
  variant: `variant visit get get_if holds_alternative monostate variant_size variant_size_v variant_alternative
    variant_alternative_t variant_npos bad_variant_access in_place_type in_place_index`,
  vector: 'vector',
  version: '__cpp_lib_*',
};
