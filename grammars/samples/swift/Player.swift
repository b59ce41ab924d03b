import Foundation
@testable import PlayerCore
import struct SwiftUI.Color

/// What the player can play.
public protocol Playable: Identifiable, Sendable where ID == String {
    associatedtype Source: Equatable = URL
    var title: String { get }
    static var supported: [String] { get set }
    init(source: Source) throws
    mutating func seek(to seconds: Double) async throws -> Bool
}

public enum PlayerError: Error, CaseIterable {
    case missing
    case broken

    var text: String {
        switch self {
        case .missing: "missing"
        case .broken: "broken"
        }
    }
}

indirect enum Tree<Value> {
    case leaf(Value)
    case node(left: Tree, right: Tree)
}

@propertyWrapper
struct Clamped<Value: Comparable> {
    private var value: Value
    let range: ClosedRange<Value>

    init(wrappedValue: Value, _ range: ClosedRange<Value>) {
        self.value = min(max(wrappedValue, range.lowerBound), range.upperBound)
        self.range = range
    }

    var wrappedValue: Value {
        get { value }
        set { value = min(max(newValue, range.lowerBound), range.upperBound) }
    }
}

@resultBuilder
enum PlaylistBuilder {
    static func buildBlock(_ parts: [Track]...) -> [Track] { parts.flatMap { $0 } }
    static func buildExpression(_ track: Track) -> [Track] { [track] }
    static func buildOptional(_ part: [Track]?) -> [Track] { part ?? [] }
}

public struct Track: Hashable, Codable {
    public let id: String
    public var title: String
    @Clamped(0...100) var volume = 50
    lazy var words: [Substring] = title.split(separator: " ")

    enum CodingKeys: String, CodingKey {
        case id, title = "name"
    }

    subscript(index: Int) -> Character {
        title[title.index(title.startIndex, offsetBy: index)]
    }
}

/// Plays tracks, one at a time.
public actor Player<Output: AudioOutput> {
    public typealias Handler = @Sendable (Track, Double) async -> Void

    private(set) var queue: [Track] = []
    private var position = 0.0 {
        willSet { print("from \(position) to \(newValue)") }
        didSet { history.append(oldValue) }
    }
    private var history: [Double] = []
    nonisolated let name: String
    static let shared = Player<Speaker>(name: "main")
    weak var delegate: (any PlayerDelegate)?

    public init(name: String = #function) {
        self.name = name
    }

    deinit {
        print("gone")
    }

    @discardableResult
    public func play(@PlaylistBuilder _ tracks: () -> [Track], then handler: Handler? = nil) async throws -> Int {
        guard let first = tracks().first, !first.title.isEmpty else { throw PlayerError.missing }
        if let handler, position > 0 {
            await handler(first, position)
        }
        async let cover = load(first.id)
        let (data, response) = try await (cover, 200)
        for case let track? in tracks().map(Optional.some) where track.volume > 10 {
            queue.append(track)
        }
        defer { position = 0 }
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for track in queue {
                group.addTask { track.title.count }
            }
            return try await group.reduce(0, +) + data.count + response
        }
    }

    private func load(_ id: String) async throws -> Data {
        let url = URL(string: "https://example.com/\(id)?q=\(name)")!
        do {
            return try await URLSession.shared.data(from: url).0
        } catch let error as URLError where error.code == .timedOut {
            throw PlayerError.broken
        } catch {
            throw error
        }
    }
}

#if os(macOS) && DEBUG
func debugName() -> String { "mac" }
#else
func debugName() -> String { "other" }
#endif

extension Array where Element == Track {
    func total<T: Numeric>(_ path: KeyPath<Track, T>) -> T {
        map { $0[keyPath: path] }.reduce(into: 0) { $0 += $1 }
    }
}

infix operator ~>: AdditionPrecedence
func ~> (lhs: Track, rhs: inout [Track]) { rhs.append(lhs) }

func describe(_ value: some Playable, _ other: any Equatable, rest: Int...) -> String {
    let text = switch rest.count {
    case 0: "none"
    case 1..<10: "few"
    case let n where n > 100: "many"
    default: "some"
    }
    let raw = #"a "raw" \#(text)"#
    let long = """
        \(value.title)
          indented
        """
    if #available(iOS 17, macOS 14, *) { return raw }
    var i = 0
    repeat { i += 1 } while i < 3
    outer: while true {
        if i > 2 { break outer } else { continue outer }
    }
    let closure: (Int) throws -> Int = { [weak object = value as AnyObject] x in x &+ (object == nil ? 1 : 0) }
    return long + String(describing: try? closure(1))
}

@MainActor
final class Model: ObservableObject {
    @Published var tracks: [Track] = []
    override var description: String { get async { "model" } }
    required convenience init?(coder: NSCoder) { nil }
    func run() { Task { @MainActor in await Task.yield() } }
}
