/**
 * The model in the box, as it was made. A file of this length and CRC is that model, so that its SHA-256, which tells vectors of two
 * models apart, need not be worked out at each start. A test holds this equal to the file.
 */
export const builtInModel = 'models/built-in.cgm';

export const knownModel = {
  length: 10_931_712,
  crc: 0xf9de361f,
  sha256: '160368396b2820db985b46e262c7a94e2d9571a962dce236d233aba9e1e48d26',
} as const;
