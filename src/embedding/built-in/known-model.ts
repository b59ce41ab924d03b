/**
 * The model that comes with this version. A file with this length and CRC is that model, so its SHA-256, which is part of the model's
 * id, need not be computed at each start. A test compares these values with the file.
 */
export const builtInModelPath = 'models/built-in.cgm';

export const knownModel = {
  length: 10_931_584,
  crc: 0x63220aff,
  sha256: '1f25afe51df4aec10d223aa92a7369b9bc750edfd3b3e4b897d5dfdec2f33696',
} as const;
