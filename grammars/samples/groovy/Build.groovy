#!/usr/bin/env groovy
package com.example.build

import groovy.transform.CompileStatic
import groovy.json.JsonSlurper as Slurper
import static java.util.concurrent.TimeUnit.SECONDS

interface Step {
    void run(Map<String, Object> context)
}

trait Logged {
    void log(String message) {
        println "[${getClass().simpleName}] $message"
    }
}

@CompileStatic
class Build implements Step, Logged {
    static final int MAX_TRIES = 3
    private final List<String> steps = []
    String name
    def status = 'passed'

    Build(String name) {
        this.name = name
    }

    /** Adds a step. */
    Build step(String text, Closure body = null) {
        steps << text
        return this
    }

    @Override
    void run(Map<String, Object> context) {
        for (int i = 0; i < MAX_TRIES; i++) {
            try {
                log("try ${i + 1} of ${MAX_TRIES}")
                steps.each { String step -> println(step) }
            } catch (IOException e) {
                status = 'failed'
            } finally {
                context.put('done', true)
            }
        }
    }

    static Object first(List<String> items) {
        return items ? items[0] : null
    }
}

def slurper = new Slurper()
def numbers = [1, 2, 3]
def map = [name: 'build', 'quoted key': 2, (numbers[0]): 'one']
def doubled = numbers.collect { it * 2 }
def add = { int a, int b = 2 -> a + b }

if (map.name == 'build' && !numbers.isEmpty()) {
    println doubled*.toString()
} else if (map?.name =~ /bu.*/) {
    println 'regex'
}

switch (map.name) {
    case 'build':
        println 'yes'
        break
    default:
        println 'no'
}

while (numbers.size() > 5) {
    numbers.remove(0)
}

def text = """
    long ${map.name} text
"""
def total = numbers.sum() ?: 0
def length = map['name'].length()

String describe(Object value) {
    value instanceof String ? "text" : 'other'
}

println describe(text) + add(total, length)
