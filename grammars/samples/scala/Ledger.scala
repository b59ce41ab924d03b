package com.example
package ledger

import scala.collection.mutable.{ArrayBuffer, Map as MutableMap}
import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success, Try}
import java.time.*
import cats.given

/** What an amount is counted in. */
enum Currency(val code: String, val digits: Int = 2) derives CanEqual:
  case Euro extends Currency("EUR")
  case Yen extends Currency("JPY", 0)

  def format(amount: BigDecimal): String = s"${amount.setScale(digits)} $code"

enum Tree[+A]:
  case Leaf
  case Node(left: Tree[A], value: A, right: Tree[A])

object Ids:
  opaque type AccountId = String
  object AccountId:
    def apply(value: String): AccountId = value
  extension (id: AccountId) def show: String = s"#$id"

export Ids.AccountId

type Result[A] = Either[Problem, A]
type Handler = (Entry, Int) => Unit
type Flat[X] = X match
  case List[t] => t
  case Option[t] => t
  case _ => X

final case class Entry(id: Long, amount: BigDecimal, currency: Currency = Currency.Euro, note: Option[String] = None)

sealed trait Problem extends Product with Serializable
case class Missing(id: Long) extends Problem
case object Closed extends Problem

trait Show[A]:
  def show(a: A): String
  extension (a: A) def shown: String = show(a)

given Show[Entry] with
  def show(entry: Entry): String = s"${entry.id}: ${entry.currency.format(entry.amount)}"

given listShow[A](using inner: Show[A]): Show[List[A]] = list => list.map(inner.show).mkString(", ")

given ordering: Ordering[Entry] = Ordering.by(_.amount)

extension (text: String)
  def words: List[String] = text.split("\\s+").toList
  def shout(using ExecutionContext): Future[String] = Future(text.toUpperCase)

infix def plus(a: Int, b: Int): Int = a + b

inline def debug(inline message: String): Unit =
  inline if enabled then println(message) else ()

inline val enabled = true

/** Keeps entries; safe to share. */
abstract class Ledger[F[_], -In <: Entry, +Out](val name: String, private var limit: Int = 1_000)(using show: Show[Entry])
    extends AutoCloseable:
  protected lazy val entries = ArrayBuffer.empty[Entry]
  private val byId: MutableMap[Long, Entry] = MutableMap()

  def this(name: String) = this(name, 10)

  def find(id: Long): Result[Entry] =
    byId.get(id) match
      case Some(entry @ Entry(_, amount, _, Some(note))) if amount > 0 => Right(entry)
      case Some(Entry(id, _, currency, None)) => Right(Entry(id, 0, currency))
      case None => Left(Missing(id))

  @throws[IllegalStateException]("when closed")
  override def close(): Unit =
    try entries.clear()
    catch
      case e: IllegalStateException => throw e
      case scala.util.control.NonFatal(e) => println(e.getMessage)
    finally byId.clear()

  def total(currencies: Currency*): BigDecimal =
    val amounts =
      for
        entry <- entries.toList
        if currencies.contains(entry.currency)
        rate = BigDecimal(1.5)
      yield entry.amount * rate
    var index = 0
    while index < 3 do
      index += 1
      debug(f"$index%02d of ${amounts.size}")
    amounts.foldLeft(BigDecimal(0))(_ + _)

  def process(handler: Handler): F[Unit]
end Ledger

object Ledger:
  val Pattern = raw"(\d+)-(\w+)".r
  private[ledger] val banner = """
    |a "ledger"
    """.stripMargin

  def parse(line: String): Try[(Long, String)] = line match
    case Pattern(id, name) => Success((id.toLong, name))
    case s"$id:$name" => Success(id.toLong -> name)
    case other => Failure(new IllegalArgumentException(other))

  def both(a: Int | String, b: Show[Int] & Matchable): String = (a: @unchecked) match
    case i: Int => i.toString
    case s: String => s

  val poly = [A] => (x: A) => List(x)
  val contextual: ExecutionContext ?=> Int = 3

@main def run(path: String, rest: String*): Unit =
  if rest.isEmpty then println("nothing")
  else if path == "-" then
    rest.zipWithIndex.foreach: (word, index) =>
      println(s"$index $word")
  else
    val ledger = new Ledger[Option, Entry, Any](path):
      def process(handler: Handler) = None
    ledger.close()
