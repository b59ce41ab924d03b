'use strict';

var util = require('util');
const { EventEmitter } = require('node:events');

/** A token bucket. */
function Bucket(size, options) {
  if (!(this instanceof Bucket)) return new Bucket(size, options);
  EventEmitter.call(this);
  this.size = size;
  this.left = size;
  this.options = Object.assign({ refill: 1e3 }, options);
}

util.inherits(Bucket, EventEmitter);

Bucket.prototype.take = function take(count) {
  var self = this;
  if (count > self.left) {
    self.emit('empty', { wanted: count, left: self.left });
    return false;
  }
  self.left -= count;
  return true;
};

Bucket.prototype.refill = function () {
  this.left = Math.min(this.size, this.left + (this.options.refill >>> 1));
};

exports.Bucket = Bucket;
exports.create = (size) => new Bucket(size);
module.exports.parse = function (text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof SyntaxError ? null : undefined;
  } finally {
    delete exports.last;
  }
};

(function () {
  for (var key in exports) if (Object.hasOwn(exports, key)) exports[key].displayName = key;
})();
