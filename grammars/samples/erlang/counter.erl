%% @doc A counter as a server.
-module(counter).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").
-include("counter.hrl").

-export([start_link/1, add/2, value/1]).
-export([init/1, handle_call/3, handle_cast/2]).
-import(lists, [map/2, foldl/3]).

-define(TIMEOUT, 5000).
-define(SQUARE(X), ((X) * (X))).

-record(state, {count = 0 :: integer(), name :: binary(), log = []}).

-type id() :: atom() | {local, atom()}.
-opaque handle() :: #{pid := pid(), name => binary()}.
-export_type([handle/0]).

-spec start_link(id()) -> {ok, pid()} | {error, term()}.
start_link(Name) ->
    gen_server:start_link({local, Name}, ?MODULE, [Name], []).

%% Adds to the counter.
-spec add(pid(), integer()) -> ok.
add(Pid, N) when is_integer(N), N > 0; N =:= 0 ->
    gen_server:cast(Pid, {add, N}).

value(Pid) -> gen_server:call(Pid, value, ?TIMEOUT).

init([Name]) ->
    process_flag(trap_exit, true),
    {ok, #state{name = atom_to_binary(Name, utf8)}}.

handle_call(value, _From, #state{count = Count} = State) ->
    {reply, Count, State#state{log = [Count | State#state.log]}};
handle_call(_Other, _From, State) ->
    {reply, {error, unknown}, State}.

handle_cast({add, N}, State = #state{count = C}) ->
    New = case C + N of
        Sum when Sum > 16#FF -> ?SQUARE(2);
        Sum -> Sum
    end,
    {noreply, State#state{count = New}}.

parse(<<Version:8, Size:16/big-unsigned-integer, Rest:Size/binary, _/bits>>) ->
    if
        Version == 1 -> [X || <<X:8>> <= Rest, X rem 2 =/= 0];
        true -> "text" ++ [$a, $\n]
    end.

loop(Map) ->
    receive
        {From, Key} when is_pid(From) ->
            #{Key := Value} = Map,
            From ! {self(), Value},
            loop(Map#{Key => Value + 1});
        stop ->
            ok
    after 1000 ->
        timeout
    end.

safe(Fun) ->
    try Fun() of
        {ok, Value} -> Value
    catch
        error:badarg -> undefined;
        Class:Reason:Stack -> erlang:raise(Class, Reason, Stack)
    after
        io:format("~p~n", [done])
    end.

run(List) ->
    Double = fun(X) -> X * 2 end,
    Named = fun Loop(0) -> 0; Loop(N) -> Loop(N - 1) end,
    foldl(fun erlang:'+'/2, Named(3), map(Double, List)).
