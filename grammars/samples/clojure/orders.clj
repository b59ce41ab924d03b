(ns shop.orders
  "Orders and their totals."
  (:require [clojure.string :as str]
            [clojure.set :refer [union]])
  (:import (java.time Instant LocalDate)))

(set! *warn-on-reflection* true)

(def ^:private max-lines 100)
(defonce state (atom {:orders {} :count 0}))

(defrecord Line [sku ^long count price])

(defprotocol Priced
  "Things with a price."
  (total [this] [this rate] "The total."))

(extend-protocol Priced
  Line
  (total
    ([this] (* (:count this) (:price this)))
    ([this rate] (* rate (total this))))
  nil
  (total [_] 0))

(defn- valid?
  [{:keys [sku count] :or {count 1} :as line}]
  (and (string? sku) (pos? count) (not (str/blank? sku))))

(defn add-order!
  "Adds an order and returns its id."
  {:added "1.2"}
  [id & lines]
  (let [good (filterv valid? lines)
        [first-line & more] good]
    (when-not (seq good)
      (throw (ex-info "no lines" {:id id :limit max-lines})))
    (swap! state update :orders assoc id {:lines good :at (Instant/now)})
    (cond
      (> (count more) 10) :large
      (nil? first-line) :empty
      :else id)))

(defmulti describe (fn [order] (:kind order)))
(defmethod describe :default [_] "order")
(defmethod describe ::gift [{:keys [to]}] (str "gift for " to))

(defmacro unless [test & body]
  `(if ~test nil (do ~@body)))

(defn report [orders]
  (->> orders
       (map (fn [[id {:keys [lines]}]] [id (transduce (map total) + lines)]))
       (sort-by second >)
       (take 10)
       (into (sorted-map))))

(defn parse [text]
  (try
    (loop [words (str/split text #"\s+") acc []]
      (if (empty? words)
        acc
        (recur (rest words) (conj acc (Long/parseLong (first words))))))
    (catch NumberFormatException e
      (println "bad:" (.getMessage e)))
    (finally (flush))))

(def data #{1 2.5 3/4 \a \newline :key 'symbol nil true 0xFF 1e3 #inst "2024-01-01"})
(def add-one #(+ %1 1))
#?(:clj (def platform "jvm") :cljs (def platform "js"))
(comment (report (:orders @state)) #_(ignored form) #'add-one)
(for [x (range 3) :when (odd? x) y [x]] {:x x, :y y})
