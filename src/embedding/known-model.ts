/**
 * The model in the box, as it was made. A file of this length and CRC is that model, so that its SHA-256, which tells vectors of two
 * models apart, need not be worked out at each start. A test holds this equal to the file.
 */
export const builtInModel = 'models/built-in.cgm';

export const knownModel = {
  length: 10_931_584,
  crc: 0xe03d51ab,
  sha256: 'f117e48a372527b9da10da2eee527c3c2da46d0f564e82135b94659c594f0785',
} as const;
