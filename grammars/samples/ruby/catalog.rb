# frozen_string_literal: true

require "json"
require_relative "./errors"

autoload :Set, "set"

# Everything the shop sells.
module Shop
  VERSION = "2.1.0"
  TAX = { food: 0.07r, other: 19/100r }.freeze

  class Error < StandardError; end

  Price = Data.define(:amount, :currency) do
    def +(other) = with(amount: amount + other.amount)
    def to_s = format("%.2f %s", amount, currency)
  end

  Line = Struct.new(:sku, :count, keyword_init: true)

  module Countable
    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def counter = @counter ||= 0
    end
  end

  # A list of products.
  class Catalog
    include Countable
    include Enumerable

    attr_reader :items, :name
    attr_accessor :locale

    @@instances = 0
    $catalogs ||= []

    class << self
      def load(path, **options)
        new(JSON.parse(File.read(path), symbolize_names: true), **options)
      rescue Errno::ENOENT, JSON::ParserError => e
        raise Error, "cannot load #{path}: #{e.message}"
      else
        nil
      ensure
        @@instances += 1
      end

      private

      def secret; end
    end

    def initialize(items = [], name: "main", &block)
      @items = items
      @name = name
      instance_eval(&block) if block_given?
    end

    def each(&) = @items.each(&)

    def forward(...) = search(...)

    def search(query, *rest, limit: 10, **)
      items
        .lazy
        .select { |item| item[:name] =~ /#{Regexp.escape(query)}/i }
        .map { it[:price] || _1 }
        .first(limit)
    end

    def classify(item)
      case item
      in { name: String => name, price: Integer | Float => price } if price > 100
        "expensive #{name}"
      in [first, *, last] unless first.nil?
        first..last
      in { tags: [*, /new/, *], **nil }
        :new
      in Price(amount:, currency: "EUR")
        amount
      in ^query | nil
        nil
      else
        item => { name: }
        name
      end
    end

    def report
      header = <<~TEXT
        Catalog #{name}
          #{items.size} items
      TEXT
      body = items.each_with_index.map do |(sku, count), index|
        next if count&.zero?
        "#{index + 1}. #{sku}: #{count}"
      end
      puts header, body, <<-'RAW'
        not #{interpolated}
        RAW
      warn "empty" unless items.any? and not body.nil?
      %w[a b].zip(%i[c d]) { |(a, b)| p a => b }
    end

    def []=(key, value)
      items[key] = value
    end

    def empty? = items.empty?

    private def validate!(item)
      raise ArgumentError, "no sku" unless item in { sku: String }
      begin
        retries ||= 0
        Integer(item[:count])
      rescue ArgumentError
        retry if (retries += 1) < 3
      end
    end

    protected

    def compare(other) = items <=> other.items
    alias_method :equal, :compare
    alias same compare
    undef_method :equal
  end
end

double = ->(x, y = 2, *z, k: 1) { x * y ** k }
catalog = Shop::Catalog.new(name: "test") { @locale = :en }
until catalog.items.size >= 3 do catalog.items << double.(2) end
for item in catalog.items do puts(item) end
a, (b, *c), d = 1, [2, 3], 4
x = if a then b elsif c then d else 0x1F end
puts __FILE__, defined?(x), ?a, :"quoted symbol", a ? b : c, `ls -l`, __method__.inspect if $PROGRAM_NAME == __FILE__
BEGIN { puts "first" }
END { puts "last" }
