defmodule Shop.Accounts do
  @moduledoc """
  Everything about accounts.
  """

  use GenServer
  import Ecto.Query, only: [from: 2]
  alias Shop.{Repo, User}
  alias Shop.Mailer, as: Mail
  require Logger

  @timeout 5_000
  @roles ~w(admin user)a
  @type id :: pos_integer()
  @type result(t) :: {:ok, t} | {:error, term}
  @callback notify(User.t(), keyword()) :: :ok

  defstruct [:name, role: :user, tags: []]

  defguardp is_id(value) when is_integer(value) and value > 0

  defmodule NotFound do
    defexception message: "not found", plug_status: 404
  end

  @doc "Starts the server."
  @spec start_link(keyword()) :: GenServer.on_start()
  def start_link(opts \\ []), do: GenServer.start_link(__MODULE__, opts, name: __MODULE__)

  @impl true
  def init(opts) do
    {:ok, %{users: %{}, limit: Keyword.get(opts, :limit, 10)}, {:continue, :load}}
  end

  @impl GenServer
  def handle_call({:get, id}, _from, %{users: users} = state) when is_id(id) do
    case Map.fetch(users, id) do
      {:ok, %User{active?: true} = user} -> {:reply, {:ok, user}, state}
      {:ok, _user} -> {:reply, {:error, :inactive}, state}
      :error -> {:reply, {:error, %NotFound{}}, state}
    end
  end

  def handle_call(:stop, _from, state), do: {:stop, :normal, :ok, state}

  @doc """
  Registers a user.

      iex> register(%{"email" => "a@example.com"})
      {:ok, %User{}}
  """
  @spec register(map()) :: result(User.t())
  def register(%{"email" => email} = params) do
    with {:ok, email} <- validate(email),
         {:ok, user} <- Repo.insert(%User{email: email}),
         :ok <- Mail.deliver(user) do
      Logger.info("registered #{user.email}")
      {:ok, %{user | tags: ["new" | user.tags]}}
    else
      {:error, reason} when reason in [:invalid, :taken] -> {:error, reason}
      other -> {:error, {:unexpected, other, params}}
    end
  end

  defp validate(email) do
    if email =~ ~r/^[^@]+@[^@]+$/iu, do: {:ok, String.downcase(email)}, else: {:error, :invalid}
  end

  def active(min_age) do
    query = from u in User, where: u.active? and u.age >= ^min_age, order_by: [desc: u.id], select: {u.id, u.name}

    query
    |> Repo.all()
    |> Enum.map(fn
      {id, nil} -> {id, "unknown"}
      {id, name} -> {id, name}
    end)
    |> Enum.into(%{}, &{elem(&1, 0), &1})
    |> then(&Map.put(&1, :count, map_size(&1)))
  end

  def parse(<<version::8, size::big-unsigned-16, rest::binary-size(size), _::bits>>) do
    for <<byte <- rest>>, rem(byte, 2) == version, into: "", do: <<byte>>
  end

  def run(fun) do
    try do
      fun.()
    rescue
      e in [ArgumentError, KeyError] -> {:error, Exception.message(e)}
    catch
      :exit, reason -> {:exit, reason}
    after
      send(self(), :done)
    end

    receive do
      {:message, text} -> text
      _ -> nil
    after
      @timeout -> :timeout
    end
  end

  defmacro unless_prod(do: block) do
    quote do
      if Mix.env() != :prod, do: unquote(block)
    end
  end

  defimpl String.Chars, for: Shop.Accounts do
    def to_string(%{name: name, role: role}), do: "#{name} (#{role})"
  end

  def misc do
    cond do
      true && !false -> ?a
      :"quoted atom" -> 'charlist' ++ ~s(sigil "text") <> <<0x1F>>
    end

    [a: 1, b: 1.0e-3] |> Keyword.get_and_update!(:a, &{&1, &1 + 1})
  end
end
