import { itDefines, itUses } from './shown-links';

/** A class with `text` in a method. */
const inMethod = (text: string): string =>
  `class A\n  def initialize(log)\n    @repo = Repo.new\n    @log = log\n  end\n  def run(x)\n    ${text}\n  end\nend`;

const around = ['#A|Repo'];

/** What each statement uses beside what the class around it uses. */
const statements: Readonly<Record<string, readonly string[]>> = {
  'run(1); self.run(1); helper; check 1': ['#run', '#A|helper', '#A|check'],
  '@repo.save; @other.save(1)': ['#A.repo.save', '#A.other.save'],
  'y = Foo.new(1); y.run; Foo::Bar.new.run': ['#A|Foo', '#A|Foo.run', '#A|Foo.Bar', '#A|Foo.Bar.run'],
  'y = Foo.build; y.run': ['#A|Foo', '#A|Foo.build', '#A|Foo.build.run'],
  'x.each { |i| i.go(1) }; x.name': ['?.each', '?.go'],
  'raise Err, "a" unless Foo.valid?(x)': ['#A|Err', '#A|Foo', '#A|Foo.valid?'],
};

describe('uses in Ruby', () => {
  itUses('a.rb', {
    'require "b"\nmodule A\n  class B < C::D\n    include E\n  end\nend': ['C', 'C.D', '#B|E'],
    'class A\n  def self.make\n    new\n  end\nend\nA.make.run': ['#A|new', '#A', '#make', '#make.run'],
  });
  itUses(
    'a.rb',
    Object.fromEntries(Object.entries(statements).map(([text, uses]) => [inMethod(text), [...around, ...uses]])),
  );
});

describe('types of definitions in Ruby', () => {
  itDefines('a.rb', {
    'class A < B\n  include C\n  def initialize\n    @d = D.new\n  end\nend': ['A < B, #A|C', 'd: #A|D'],
    'X = Foo.new': ['X: Foo'],
  });
});
