package com.example.legacy

import scala.language.implicitConversions
import java.io.{File, IOException => IOError, _}

object Files {
  implicit class RichFile(val file: File) extends AnyVal {
    def lines: Iterator[String] = scala.io.Source.fromFile(file).getLines()
  }

  implicit def toFile(path: String)(implicit root: File): File = new File(root, path)

  trait Visitor[T] { self: Serializable =>
    type Result <: T
    def visit(file: File): Option[Result]
    protected[this] def skip: Set[String] = Set.empty
  }

  class Counter(limit: Int) extends Visitor[Int] with Serializable {
    override type Result = Int
    private var count = 0

    override def visit(file: File): Option[Int] = file match {
      case f if f.isDirectory =>
        for (child <- f.listFiles(); if !skip(child.getName)) visit(child)
        Some(count)
      case _ if count < limit => { count += 1; Some(count) }
      case _ => None
    }
  }

  def retry[A](times: Int)(body: => A): A =
    try {
      body
    } catch {
      case e: IOError if times > 1 => retry(times - 1)(body)
    }

  def main(args: Array[String]): Unit = {
    val counter = new Counter(10) { override def skip = Set("target") }
    args.map(new File(_)).flatMap(counter.visit(_)).foreach { n => println("count: " + n) }
  }
}
