/**
 * The model in the box, as it was made. A file of this length and CRC is that model, so that its SHA-256, which tells vectors of two
 * models apart, need not be worked out at each start. A test holds this equal to the file.
 */
export const builtInModel = 'models/built-in.cgm';

export const knownModel = {
  length: 10_931_584,
  crc: 0x63220aff,
  sha256: '1f25afe51df4aec10d223aa92a7369b9bc750edfd3b3e4b897d5dfdec2f33696',
} as const;
