@file:JvmName("Journals")

package com.example.journal

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow as makeFlow
import java.util.*

/** The greatest number of entries of a journal. */
const val MAX_ENTRIES = 1_000

/** An id that is only a string when the program runs. */
@JvmInline
value class EntryId(val value: String) {
    init {
        require(value.isNotBlank()) { "an id must not be blank" }
    }
}

typealias Listener<T> = suspend (T, Int) -> Unit

sealed interface Entry {
    val id: EntryId

    data class Note(override val id: EntryId, val text: String, val tags: List<String> = emptyList()) : Entry
    data class Photo(override val id: EntryId, val bytes: ByteArray?) : Entry
    data object Empty : Entry {
        override val id: EntryId get() = EntryId("empty")
    }
}

enum class Mood(val symbol: Char) : Comparable<Mood> {
    GOOD('+') {
        override fun weight() = 2
    },
    BAD('-');

    open fun weight(): Int = 1

    companion object {
        fun of(symbol: Char) = entries.firstOrNull { it.symbol == symbol }
    }
}

annotation class Audited(val level: Int = 1, vararg val names: String)

fun interface Validator<in T> {
    fun validate(value: T): Boolean
}

/**
 * Keeps entries in the order they were written.
 *
 * @param T what is kept
 */
@Audited(level = 2)
open class Journal<out T : Entry> @JvmOverloads constructor(
    private val name: String,
    vararg initial: @UnsafeVariance T,
) : Iterable<T>, AutoCloseable where T : Any {
    private val items = mutableListOf(*initial)
    protected val byId by lazy(LazyThreadSafetyMode.NONE) { items.associateBy { it.id } }
    lateinit var owner: String
    var size: Int = 0
        get() = items.size
        private set(value) {
            field = value.coerceAtLeast(0)
        }

    init {
        println("journal $name with ${items.size} entries")
    }

    constructor(name: String, mood: Mood) : this(name) {
        owner = mood.name
    }

    operator fun get(index: Int): T = items[index]
    override fun iterator(): Iterator<T> = items.iterator()
    override fun close() = Unit

    suspend fun each(listener: Listener<T>) {
        for ((index, item) in items.withIndex()) listener(item, index)
    }

    fun describe(entry: Entry?): String = when (entry) {
        null -> "nothing"
        is Entry.Note -> if (entry.tags.isEmpty()) entry.text else "${entry.text}: ${entry.tags.joinToString()}"
        is Entry.Photo, Entry.Empty -> {
            val bytes = (entry as? Entry.Photo)?.bytes ?: return "empty"
            "photo of ${bytes.size} bytes"
        }
    }

    inner class Cursor(var at: Int = 0) {
        fun next() = this@Journal[at++]
    }

    companion object Factory {
        @JvmStatic
        fun <T : Entry> of(vararg items: T): Journal<T> = Journal("new", *items)
    }
}

inline fun <reified T : Entry> Journal<*>.only(crossinline test: (T) -> Boolean = { true }): List<T> =
    filterIsInstance<T>().filter { test(it) }

infix fun String.tagged(tag: String): Entry.Note = Entry.Note(EntryId(this), this, listOf(tag))

tailrec fun gcd(a: Long, b: Long): Long = if (b == 0L) a else gcd(b, a % b)

val String.words: List<String>
    get() = split(Regex("""\s+"""))

object Registry : MutableMap<String, Journal<*>> by mutableMapOf()

fun entries(): Flow<Entry> = makeFlow {
    emit("hello" tagged "greeting")
    outer@ for (i in 10 downTo 0 step 2) {
        when {
            i in 3..5 -> continue@outer
            i !in 0..<9 || i < 0 -> break@outer
            else -> emit(Entry.Empty)
        }
    }
}

fun main(args: Array<String>) {
    val (first, second) = args.toList().zipWithNext().firstOrNull() ?: ("a" to "b")
    val validator = Validator<String> { it.length > 3 }
    val text = """
        |first: $first
        |second: ${second.uppercase()}
    """.trimMargin()
    try {
        check(validator.validate(text))
    } catch (e: IllegalStateException) {
        throw RuntimeException(e)
    } finally {
        Registry.clear()
    }
    val anonymous = object : Comparator<Int> {
        override fun compare(a: Int, b: Int) = a - b
    }
    val compose: (Int) -> (Int) -> Int = { a -> fun(b: Int): Int { return anonymous.compare(a, b) } }
    var count = 0
    do { count += compose(1)(2) } while (count!! < 0x0F)
    println(listOf(1, 2).map(Int::toString).let(::println))
}
