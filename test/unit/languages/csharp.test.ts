import assert from 'node:assert/strict';
import { chunkWith, globalsOf, importsOf, searchedChunks, symbolsOf, usesOf } from './expect-uses';

/** The names around the class `Subject` that it uses. */
const cs = (text: string): Promise<string[]> => usesOf('a.cs', text, 'Subject');

const padding = `
    static readonly string[] Padding = { "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten" };
`;

/** The usings of a method that is too far from them to share their chunk. */
async function usingsFor(usings: string, body: string): Promise<string[]> {
  const text = `${usings}\n\nnamespace Acme;\n\nclass A\n{\n${padding.repeat(4)}\n    void Subject()\n    {\n        ${body}\n    }\n}\n`;
  return importsOf(chunkWith(await searchedChunks('a.cs', text, 90), 'void Subject'));
}

describe('C#', () => {
  describe('usings', () => {
    const usings = [
      'using System;',
      'using System.Collections.Generic;',
      'using System.Threading.Tasks;',
      'using System.IO;',
      'using System.Text;',
      'using static System.Math;',
      'using Table = System.Collections.Generic.Dictionary<string, int>;',
    ].join('\n');

    it('of known namespaces provide their types', async () => {
      assert.deepEqual(await usingsFor(usings, 'Console.WriteLine(new List<int>());'), [
        'using System;',
        'using System.Collections.Generic;',
      ]);
      assert.deepEqual(await usingsFor(usings, 'Task.Run(() => File.Delete(Path.GetTempPath()));'), [
        'using System.Threading.Tasks;',
        'using System.IO;',
      ]);
      assert.deepEqual(await usingsFor(usings, 'x.Console = y.File(z.Task);'), []);
    });

    it('bind aliases and static members', async () => {
      assert.deepEqual(await usingsFor(usings, 'var t = new Table();'), [
        'using Table = System.Collections.Generic.Dictionary<string, int>;',
      ]);
      assert.deepEqual(await usingsFor(usings, 'var d = Sqrt(2);'), ['using static System.Math;']);
    });

    it('of unknown namespaces provide types with similar names', async () => {
      const own = 'using Acme.Orders;\nusing Acme.Services;\nusing Acme.Services.Settings;';
      assert.deepEqual(
        await usingsFor(own, 'OrderList a; IMailService b; ISettingsService c; Customer d;'),
        own.split('\n'),
      );
      assert.deepEqual(await usingsFor(own, 'MailService b;'), ['using Acme.Services;']);
    });
  });

  describe('references', () => {
    it('count types, attributes, constants and interpolations', async () => {
      const text = `
using A = X.A; using B = X.B; using C = X.C; using D = X.D; using E = X.E; using F = X.F; using G = X.G;

class Limits
{
    const int Max = 1;
    string Name { get; set; }

    [A]
    class Subject<T> : B<C> where T : D
    {
        E? f(object o) => o is F ? (G)o : throw new System.Exception($"{Name} {Max:N2}");
    }
}
`;
      assert.deepEqual(await cs(text), ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'Max', 'Name']);
    });

    it('do not count members, named arguments, property patterns, labels, tuple names or namespaces', async () => {
      const text = `
using A = X.A; using B = X.B; using C = X.C; using D = X.D; using E = X.E; using F = X.F;

class Subject
{
    (int D, int) m(object o)
    {
        o.A.B();
        o?.A?.B();
        f(C: 1);
        if (o is { D: 1, E.F: 2 }) goto F;
        F: return (D: 1, 2);
    }
}
`;
      assert.deepEqual(await cs(text), []);
    });

    it('are hidden by parameters, locals, patterns, out variables, lambdas, queries and local functions', async () => {
      const text = `
class Outer
{
    int a, b, c, d, e, f, g, h, i, j, k, l, m, n;

    class Subject
    {
        void M(int a, params int[] b)
        {
            var c = a + b[0];
            var (d, e) = Pair();
            foreach (var f in All()) Use(f);
            if (Find(out var g)) Use(g);
            if (o is string h) Use(h);
            Run(i => i + 1, (j) => j, delegate (int k) { return k; });
            var q = from l in All() let m = l + 1 select m;
            int n(int x) => x;
            Use(c + d + e + n(1));
        }
    }
}
`;
      assert.deepEqual(await cs(text), []);
    });

    it('count the values but not the keys of initialisers, anonymous objects and with expressions', async () => {
      const text = `
using A = X.A; using B = X.B; using C = X.C; using Used1 = X.D; using Used2 = X.E; using Used3 = X.F; using Used4 = X.G;

class Subject
{
    void M()
    {
        var p = new P { A = Used1, B = { C = 1 } };
        var q = new { B = Used2, Used3 };
        var r = p with { C = Used4 };
        var l = new List<int> { Used1, Used2 };
    }
}
`;
      assert.deepEqual(await cs(text), ['Used1', 'Used2', 'Used3', 'Used4']);
    });

    it('in a join bind the first name and use the second', async () => {
      const text = `
class Outer
{
    int a, b;

    class Subject { object M() => from x in All() join a in b on x equals a select a; }
}
`;
      assert.deepEqual(await cs(text), ['b']);
    });

    it('to extension methods find their namespace', async () => {
      assert.deepEqual(await usingsFor('using System.Linq;', 'items.Where(x => x > 1).ToList();'), [
        'using System.Linq;',
      ]);
      assert.deepEqual(await usingsFor('using System.Linq;', 'var n = items.Count;'), []);
    });

    it('see type parameters and the parameters of primary constructors', async () => {
      const text = `
using T = X.T; using logger = X.logger;

class Subject<T>(T logger) { T M() => logger; }
`;
      assert.deepEqual(await cs(text), []);
    });
  });

  describe('structure', () => {
    const warehouse = `using System;

namespace Acme.Warehouse;

/// <summary>Counts what is on the shelves.</summary>
[Serializable]
public sealed partial class Shelf<T> : Base<T> where T : class
{
    private const int Limit = 100;
    private readonly List<T> _items = new();

    public event EventHandler? Changed;

    public string Name { get; set; } = "unnamed";

    /// <summary>Puts an item down and tells those who listen that it is there.</summary>
    [Obsolete("use AddAsync")]
    public void Add(T item)
    {
        if (_items.Count >= Limit) throw new InvalidOperationException(Name);
        _items.Add(item);
        Changed?.Invoke(this, EventArgs.Empty);
    }

    public T this[int index] => _items[index];

    public static Shelf<T> operator +(Shelf<T> a, Shelf<T> b) => a;

    public delegate void Handler(T item);

    private enum Color { Red, Green }
}

public record Point(int X, int Y);
`;

    it('knows types, properties, events, indexers, operators and delegates', async () => {
      assert.deepEqual(symbolsOf(await searchedChunks('Shelf.cs', warehouse, 1000)), [
        'class Shelf',
        'constant Limit',
        'field _items',
        'event Changed',
        'property Name',
        'method Add',
        'property this',
        'method +',
        'type Handler',
        'enum Color',
        'class Point',
      ]);
    });

    it('puts the types after a file-scoped namespace into it', async () => {
      const add = chunkWith(await searchedChunks('Shelf.cs', warehouse, 90), 'public void Add');
      assert.deepEqual(add.scope, ['Acme.Warehouse', 'Shelf']);
      assert.match(add.text, /<summary>Puts[\s\S]*\[Obsolete[\s\S]*public void Add[\s\S]*EventArgs\.Empty/);
      assert.deepEqual(globalsOf(add), ['Changed', 'Limit', 'Name', '_items']);
      assert.deepEqual(importsOf(add), ['using System;']);
    });

    it('enters block namespaces and conditional code', async () => {
      const text = `namespace A.B
{
#if DEBUG
    class Tracer { }
#endif
    class Other { }
}
`;
      assert.deepEqual(symbolsOf(await searchedChunks('a.cs', text, 1000)).slice(0, 1), ['namespace A.B']);
      assert.deepEqual(await usesOf('a.cs', text.replace('Other { }', 'Other { Tracer t; }'), 'Other'), ['Tracer']);
    });
  });
});
