global using System.Collections.Generic;
using System;
using System.Linq;
using System.Threading.Tasks;
using static System.Math;
using Sku = (string Code, int Revision);

[assembly: CLSCompliant(false)]

namespace Example.Warehouse;

/// <summary>What can happen to stock.</summary>
public enum Movement : byte
{
    In = 1,
    Out,
}

public delegate Task<bool> Approve<in T>(T item, params string[] reasons);

public interface IHasArea<TSelf> where TSelf : IHasArea<TSelf>
{
    static abstract TSelf operator +(TSelf left, TSelf right);
    double Area { get; init; }
    string Describe() => $"{Area:F2} m²";
}

public readonly record struct Size(double Width, double Height)
{
    public double Area => Width * Height;
}

public abstract record Item(string Name)
{
    public required int Count { get; init; } = 1;
}

public sealed record Pallet(string Name, Size Size) : Item(Name), IDisposable
{
    public void Dispose() => GC.SuppressFinalize(this);
}

file class Hidden;

[Serializable, Obsolete("use Store", error: false)]
public partial class Store<TItem>(ILogger logger, int capacity = 100) : IAsyncDisposable
    where TItem : Item, new()
{
    private const string Banner = """
        Store "main"
          capacity {0}
        """;
    private readonly List<TItem> items = [];
    private static readonly int[] Sizes = [1, 2, .. Enumerable.Range(3, 4)];

    static Store() => Console.WriteLine(Banner);

    public event EventHandler<TItem>? Added;

    public int Count
    {
        get => items.Count;
        private set { _ = value; }
    }

    public TItem this[Index index] => items[index];

    public ref readonly TItem First(in Span<TItem> span) => ref span[^1];

    /// <summary>Adds an item.</summary>
    [return: System.Diagnostics.CodeAnalysis.NotNull]
    public async Task<TItem> AddAsync(TItem item, CancellationToken token = default)
    {
        ArgumentNullException.ThrowIfNull(item);
        await using var scope = logger.BeginScope($@"adding {item.Name,-10} ""now""");
        if (item is { Count: > 0 and < 10, Name: { Length: >= 1 } name } and not Pallet { Size.Width: 0 })
        {
            items.Add(item with { Count = 2 });
        }
        else if (item is null or { Count: < 0 })
            throw new InvalidOperationException();
        Added?.Invoke(this, item);
        return await Task.FromResult(item).ConfigureAwait(false);
    }

    public string Classify(object? value) => value switch
    {
        null => "nothing",
        int n when n > 1_000 => "many",
        string { Length: var length } => $"text of {length}",
        (int x, var y) => $"{x}",
        [var first, .., > 3] => "list",
        Item { Name: "a" or "b" } => nameof(Item),
        Type t => t.Name,
        _ => throw new ArgumentException(message: null, paramName: nameof(value)),
    };

    public static bool operator ==(Store<TItem> left, Store<TItem> right) => ReferenceEquals(left, right);
    public static bool operator !=(Store<TItem> left, Store<TItem> right) => !(left == right);
    public static explicit operator int(Store<TItem> store) => store.Count;

    public IEnumerable<(string Name, int Total)> Report()
    {
        var groups = from item in items
                     where item.Count > 0
                     group item by item.Name into g
                     orderby g.Key descending
                     select (g.Key, g.Sum(static i => i.Count));
        foreach (var (name, total) in groups)
            yield return (name, total);
        int Local(int a, out int b) { b = a; return a << 1 >>> 2; }
        checked { Local(1, out var discard); }
        lock (items) { goto end; }
    end:
        yield break;
    }

    public unsafe void Copy(byte* from, Sku sku)
    {
        fixed (byte* to = new byte[4]) { *to = *from; }
        try { items.RemoveAll(i => i?.Count is not > 0); }
        catch (Exception e) when (e.InnerException is { } inner) { throw; }
        finally { items?.Clear(); }
        Func<int, int, int> add = (int a, int b = 2) => a + b;
        var anonymous = new { sku.Code, Name = items[0]!.Name ?? "none" };
        items.Sort(comparison: delegate (TItem a, TItem b) { return 0; });
        string text = $$"""{"code": "{{sku.Code}}"}""";
        for (int i = 0, j = (int)Floor(1.5m); i < j; i++) switch (i) { case 1: case > 5: break; default: continue; }
    }

#if DEBUG
    ~Store() { }
#endif

    public ValueTask DisposeAsync() => default;
}

public static class Extensions
{
    public static T? Second<T>(this IEnumerable<T> source) where T : notnull => source.Skip(1).FirstOrDefault();
}
